import { render } from "preact";
import { embedded, place } from "./router";
import { settle } from "./shell/language";
import { Lazy } from "./shell/Lazy";
import { Header } from "./shell/Header";
import { Empty } from "./shell/states";
import { t } from "./words";
import { boards } from "../page.json";

const screens = {
  home: () => import("./home/Home"),
  play: () => import("./play/Play"),
  explore: () => import("./explore/Explore"),
  rules: () => import("./rules/RulesScreen"),
  print: () => import("./print/Print"),
  puzzle: () => import("./puzzle/Puzzle"),
  learn: () => import("./learn/Learn"),
  api: () => import("./docs/ApiDocs"),
  jobs: () => import("./jobs/Jobs"),
};

// What stands where no screen does.
function Nowhere() {
  return (
    <Empty title={t("There is nothing at this address.")} heading>
      <p>
        <a href="/">{t("Go to the first page")}</a>
      </p>
    </Empty>
  );
}

const nowhere = () => Promise.resolve({ default: Nowhere });

const named = (path: string) => path.split("/")[1] || "home";

function App() {
  const name = named(place.value.path);
  const load = Object.hasOwn(screens, name) && (!embedded || boards.includes(name)) ? screens[name as keyof typeof screens] : undefined;
  return (
    <>
      <a class="skip" href="#main">
        {t("Skip to the content")}
      </a>
      {!embedded && <Header />}
      <main id="main" tabIndex={-1}>
        {load ? (
          <Lazy key={name} name={name} load={load} />
        ) : (
          <Lazy name="nowhere" load={nowhere} />
        )}
      </main>
    </>
  );
}

await settle();
const page = document.getElementById("grundy")!;
page.textContent = "";
render(<App />, page);
