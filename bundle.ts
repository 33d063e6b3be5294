/**
 * Bundles the command line and the scripts of its pages into `dist/cmd`, for `npm run build`. Node takes some
 * half a millisecond to load a module, so a program of many small chunks is slow to start: what is loaded
 * together is one chunk here, although the source loads it piece by piece.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";

import { build, type BuildOptions, type Plugin } from "esbuild";

import { placeRenderers } from "./renderers/artefact.ts";
import { bundleScripts } from "./lib/web/page/page-script.ts";

const root = import.meta.dirname;

/**
 * A chunk with all modules of the source that are imported dynamically and match it; the first match counts.
 */
interface Chunk {
  readonly name: string;
  readonly fits: RegExp;
}

const chunks: readonly Chunk[] = [
  // `status` and `delete` look up the units of sidecars that own a release.
  { name: "cluster-verbs", fits: /^lib\/sync\/status\/find-owning-units\.ts$/ },
  {
    name: "sidecar",
    fits: /^lib\/(?:sync|git|web\/(?!plan-page\/plan-html)|modules|report\/modules)\/|^lib\/redact\/redact-config|^cmd\/(?:modules|sync|sidecar)\//,
  },
  {
    name: "output-forms",
    fits: /^lib\/report\/(?:plan\/plan-(?!table)|rbac\/|diagnostics\/github|validation\/)|^lib\/web\/plan-page\//,
  },
  { name: "sops", fits: /^lib\/sops\// },
  { name: "field-checks", fits: /^lib\/validate\// },
  // What every chart and kustomization is read by, and what few need.
  { name: "chart-lists", fits: /^lib\/render\/(?:remote\/add-dependencies|kustomization\/add-helm-charts)/ },
  { name: "remote-charts", fits: /^lib\/render\/(?:remote|kustomization)\// },
  { name: "cluster-verbs", fits: /^(?:lib|cmd)\// },
];

/**
 * Chunks of their own: few servers support nothing but HTTP/1.1, and the modules of Node for that are slow to
 * load; renderers are started before the rest is loaded.
 */
const alone =
  /^lib\/(?:client\/transport\/http1-connection|render\/(?:render|same-everywhere|wasm\/render-builtin))\.ts$/;

/** Dynamic imports of source files, except type imports. */
const dynamicImport = /(?<!typeof )\bimport\("(\.[^"]+\.ts)"\)/g;

/** Dynamic imports of modules of Node. */
const builtinImport = /\bimport\("(node:[^"]+)"\)/g;

interface Found {
  /** Relative to the root. */
  readonly file: string;
  /** Undefined for a chunk of its own. */
  readonly chunk: string | undefined;
}

function chunkOf(importer: string, target: string): Found {
  const file = relative(root, join(dirname(importer), target))
    .split(sep)
    .join("/");
  const chunk = chunks.find(({ fits }) => fits.test(file));
  return { file, chunk: alone.test(file) ? undefined : chunk?.name };
}

/** All source files that are imported dynamically. */
function findImported(): readonly Found[] {
  const sources = globSync("{lib,cmd}/**/*.ts", { cwd: root }).filter((path) => !path.endsWith(".test.ts"));
  return sources.flatMap((source) => {
    const path = join(root, source);
    return [...readFileSync(path, "utf8").matchAll(dynamicImport)].map(([, target = ""]) =>
      chunkOf(path, target),
    );
  });
}

/**
 * Redirects dynamic imports to the chunk that the file matches: each file is an export of it, by its path.
 */
function gatherChunks(found: readonly Found[]): Plugin {
  return {
    name: "gather-chunks",
    setup: (bundle) => {
      bundle.onLoad({ filter: /[\\/](?:lib|cmd)[\\/].*\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        const gathered = text.replace(dynamicImport, (whole, target: string) => {
          const { file, chunk } = chunkOf(path, target);
          return chunk === undefined ? whole : `import("chunk:${chunk}").then((chunk) => chunk["${file}"])`;
        });
        const contents = gathered.replace(builtinImport, 'Promise.resolve(process.getBuiltinModule("$1"))');
        return { contents, loader: "ts" };
      });
      bundle.onResolve({ filter: /^chunk:/ }, ({ path }) => ({
        path: path.slice("chunk:".length),
        namespace: "chunk",
      }));
      bundle.onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => {
        const files = new Set(found.filter(({ chunk }) => chunk === path).map(({ file }) => file));
        const lines = [...files].toSorted().map((file) => `export * as "${file}" from "./${file}";\n`);
        return { contents: lines.join(""), loader: "js", resolveDir: root };
      });
    },
  };
}

/**
 * Loads modules of Node when something of them is used. An import reads every one of their exports, and some
 * of those load half of Node: `http.WebSocket` does.
 */
const lightBuiltins: Plugin = {
  name: "light-builtins",
  setup: (bundle) => {
    bundle.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "builtin" } : null,
    );
    bundle.onLoad({ filter: /./, namespace: "builtin" }, ({ path }) => ({
      contents: `let loaded;
for (const name of ${JSON.stringify(Object.keys(process.getBuiltinModule(path) ?? {}))}) {
  Object.defineProperty(exports, name, { enumerable: true, get: () => (loaded ??= process.getBuiltinModule("${path}"))[name] });
}`,
      loader: "js",
    }));
  },
};

/** Libraries that are not bundled: they are installed as dependencies. */
export const unbundled: readonly string[] = [
  "@dagrejs/graphlib",
  "jq-wasm",
  "re2js",
  "socks",
  "prom-client",
  "tar-stream",
];

/** The options of the bundle of the command line. */
function options(): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: {
      main: "cmd/main.ts",
      "planning-thread": "cmd/planning-thread.ts",
      "renderer-thread": "lib/render/wasm/renderer-thread.ts",
      "jq-thread": "lib/fields/jq/jq-thread.ts",
    },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    // Names are kept, since they appear in stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    external: [...unbundled],
    // The bundle names modules by their paths: a link to other folders would make them differ by machine.
    preserveSymlinks: true,
    alias: { yaml: "./node_modules/yaml/browser/index.js" },
    plugins: [gatherChunks(findImported()), lightBuiltins],
    logLevel: "warning",
  };
}

/**
 * Bundles the command line into a folder, from the root; the scripts of pages and the renderers are put
 * beside it.
 */
async function bundleInto(outdir: string): Promise<void> {
  await build({ ...options(), outdir });
  placeRenderers(resolve(root, outdir));
  for (const [file, script] of bundleScripts()) {
    writeFileSync(resolve(root, outdir, file), script);
  }
}

/**
 * Returns the folders of the packages that have code in the bundle: `node_modules/yaml`. They are sorted.
 */
export async function bundledPackages(): Promise<readonly string[]> {
  const { metafile } = await build({ ...options(), outdir: "dist/cmd", write: false, metafile: true });
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const folders = files.map(
    (file) => /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file)?.[0],
  );
  return [...new Set(folders.filter((folder) => folder !== undefined))].toSorted();
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { outdir: { type: "string", default: "dist/cmd" } } });
  await bundleInto(values.outdir);
}
