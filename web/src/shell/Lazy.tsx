import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../words";
import { Failure, Loading } from "./states";

// styled loads the styles that a screen has for itself.
async function styled(name: string): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(`link[data-screen="${name}"]`);
  if (!link?.disabled) return;
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(link.href));
  });
  link.disabled = false;
  await loaded;
}

type Load = () => Promise<{ default: ComponentType }>;
const loaded = new Map<Load, ComponentType>();

/** A screen that is loaded when it is opened. */
export function Lazy({ name, load }: { name: string; load: Load }) {
  const [failed, setFailed] = useState<Error | null>(null);
  const [, settle] = useState(0);
  const Screen = loaded.get(load);
  useEffect(() => {
    if (Screen || failed) return;
    let gone = false;
    Promise.all([load(), styled(name)]).then(
      ([m]) => {
        loaded.set(load, m.default);
        if (!gone) settle((n) => n + 1);
      },
      (err: Error) => gone || setFailed(err),
    );
    return () => {
      gone = true;
    };
  }, [load, Screen, failed]);
  // Tests wait for the name of the screen.
  useEffect(() => {
    if (Screen || failed) document.documentElement.dataset.screen = Screen ? name : "error";
  }, [name, Screen, failed]);
  if (Screen) return <Screen />;
  if (failed) {
    return <Failure error={new Error(t("This screen could not be loaded. Is there a connection?"))} onRetry={() => location.reload()} />;
  }
  return <Loading />;
}
