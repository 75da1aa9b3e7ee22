// Builds dist/ from src/. The same sources give the same bytes: names carry a hash of the
// contents, and nothing depends on the time or the machine. `--check` compares dist/ with
// what the sources give and changes nothing; `--watch` builds again at each change.
import { build, context } from "esbuild";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const budget = 100_000; // bytes of the first screen, compressed

/** @type {import("esbuild").BuildOptions} */
const options = {
  absWorkingDir: here,
  entryPoints: { main: "src/main.tsx", style: "src/styles/index.css", theme: "src/shell/theme-early.ts", worker: "src/site/worker.ts", sw: "src/site/sw.ts" },
  bundle: true,
  format: "esm",
  splitting: true,
  minify: true,
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  outdir: "dist",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  legalComments: "linked",
  metafile: true,
  write: false,
  logLevel: "warning",
};

// files returns what dist/ should hold: name → bytes, and the names of the first screen.
async function files(result) {
  const all = new Map();
  const base = await readFile(join(here, "src/index.html"), "utf8");
  const entry = {}, styles = [];
  for (const file of result.outputFiles) {
    all.set(relative(dist, file.path), Buffer.from(file.contents));
  }
  for (const [name, output] of Object.entries(result.metafile.outputs)) {
    if (!output.entryPoint) continue;
    entry[output.entryPoint] = relative(dist, join(here, name));
    if (!output.cssBundle) continue;
    const css = relative(dist, join(here, output.cssBundle));
    // The styles of a screen alone are fetched with the screen, which the folder names (shell/Lazy.tsx).
    if (output.entryPoint === "src/main.tsx") all.delete(css); // those of all screens
    else styles.push(`<link rel="stylesheet" data-screen="${basename(dirname(output.entryPoint))}" href="/assets/${css}" disabled>`);
  }
  const main = entry["src/main.tsx"], style = entry["src/styles/index.css"], theme = entry["src/shell/theme-early.ts"];
  // What main imports at once is fetched at once, with what the home screen needs.
  const first = new Set([main]);
  const follow = (name) => {
    for (const i of result.metafile.outputs[`dist/${name}`]?.imports ?? []) {
      const to = relative(dist, join(here, i.path));
      if (i.kind === "import-statement" && !first.has(to)) {
        first.add(to);
        follow(to);
      }
    }
  };
  follow(main);
  const preload = [...first].filter((n) => n !== main).map((n) => `<link rel="modulepreload" href="/assets/${n}">`).join("\n");
  const html = base.replace("%THEME%", theme).replace("%STYLE%", style).replace("%MAIN%", main).replace("%STYLES%", styles.join("\n")).replace("%PRELOAD%", preload);
  const out = new Map();
  for (const [name, bytes] of all) out.set(`assets/${name}`, bytes);
  for (const name of await readdir(join(here, "public"))) out.set(name, await readFile(join(here, "public", name)));
  out.set("index.html", Buffer.from(html));
  const home = entry["src/home/Home.tsx"];
  if (home) {
    first.add(home);
    follow(home);
  }
  const shown = ["index.html", `assets/${style}`, `assets/${theme}`, ...[...first].map((n) => `assets/${n}`)];
  return { out, shown };
}

async function inDist() {
  const have = new Map();
  const walk = async (dir) => {
    for (const e of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
      const path = join(dir, e.name);
      if (e.isDirectory()) await walk(path);
      else have.set(relative(dist, path), await readFile(path));
    }
  };
  await walk(dist);
  return have;
}

function weigh({ out, shown }) {
  const size = shown.reduce((sum, name) => sum + gzipSync(out.get(name), { level: 9 }).length, 0);
  console.log(`first screen: ${(size / 1000).toFixed(1)} kB compressed of at most ${budget / 1000} kB, ${shown.length} files`);
  if (size > budget) {
    for (const name of shown) console.error(`  ${name}: ${gzipSync(out.get(name), { level: 9 }).length}`);
    throw new Error("the first screen is too large: load what it does not need when it is opened");
  }
}

async function write({ out }) {
  const have = await inDist();
  for (const name of have.keys()) if (!out.has(name)) await rm(join(dist, name));
  for (const [name, bytes] of out) {
    if (have.get(name)?.equals(bytes)) continue;
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), bytes);
  }
  const hash = createHash("sha256");
  for (const name of [...out.keys()].sort()) hash.update(name).update(out.get(name));
  console.log(`dist: ${out.size} files, sha256 ${hash.digest("hex").slice(0, 12)}`);
}

if (process.argv.includes("--watch")) {
  const plugin = {
    name: "write",
    setup(b) {
      b.onEnd(async (result) => {
        if (result.errors.length === 0) await write(await files(result));
      });
    },
  };
  await (await context({ ...options, plugins: [plugin] })).watch();
} else {
  const result = await files(await build(options));
  weigh(result);
  if (process.argv.includes("--check")) {
    const have = await inDist();
    const differ = [...new Set([...have.keys(), ...result.out.keys()])].filter((n) => !have.get(n)?.equals(result.out.get(n) ?? Buffer.alloc(0)));
    if (differ.length > 0) {
      console.error(`dist/ is not what the sources give: ${differ.sort().join(", ")}\nrun npm run build, and commit dist/`);
      process.exit(1);
    }
    console.log("dist/ is what the sources give");
  } else await write(result);
}
