import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import type * as esbuild from "esbuild";

/** The entry points of the scripts of pages, from this folder. */
const entryPoints = {
  dashboard: "../dashboard/client/main.ts",
  plan: "../plan-page/client/main.ts",
} as const;
type PageName = keyof typeof entryPoints;

const scripts = new Map<PageName, string>();

/**
 * Returns the script of a page, which needs no other file. A built package has it beside the chunk that this
 * module became part of; a checkout bundles it from its source, once per process.
 */
export function pageScript(page: PageName): string {
  const built = join(import.meta.dirname, scriptFile(page));
  const script = scripts.get(page) ?? (existsSync(built) ? readFileSync(built, "utf8") : bundleScript(page));
  scripts.set(page, script);
  return script;
}

/** Returns all bundled scripts by the names of their files, for the build of the package. */
export function bundleScripts(): ReadonlyMap<string, string> {
  const pages: readonly PageName[] = ["dashboard", "plan"];
  return new Map(pages.map((page) => [scriptFile(page), bundleScript(page)]));
}

function scriptFile(page: PageName): string {
  return `${page}-page.js`;
}

/** Bundles the modules of a page into one script. The same source gives the same bytes in any folder. */
function bundleScript(page: PageName): string {
  // Installed packages have no esbuild, and loading it takes longer than most verbs.
  const { buildSync }: typeof esbuild = createRequire(import.meta.url)("esbuild");
  const { outputFiles } = buildSync({
    absWorkingDir: import.meta.dirname,
    entryPoints: [entryPoints[page]],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    target: "es2024",
    // Names stay as they are: they appear in the stack traces of a browser.
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "silent",
  });
  return outputFiles.map(({ text }) => text).join("");
}
