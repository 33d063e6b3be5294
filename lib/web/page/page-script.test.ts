import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import test from "ava";
import { buildSync } from "esbuild";

import { bundleScripts, pageScript } from "./page-script.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The names that a classic script uses without defining them, according to the linter. */
function undefinedNames(script: string): readonly string[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-script-"));
  writeFileSync(join(folder.path, "page.cjs"), script);
  const rules = {
    plugins: [],
    categories: { correctness: "off" },
    rules: { "no-undef": "error" },
    env: { builtin: true },
  };
  const config = { ...rules, globals: { window: "readonly" } };
  writeFileSync(join(folder.path, ".oxlintrc.json"), JSON.stringify(config));
  const linter = join(root, "node_modules/.bin/oxlint");
  const { stdout } = spawnSync(linter, ["--format=json", "."], { cwd: folder.path, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly message: string }[];
  };
  return diagnostics.map(({ message }) => /'(\w+)'/.exec(message)?.[1] ?? message);
}

for (const page of ["dashboard", "plan"] as const) {
  test(`the script of the ${page} page uses only names that it defines or that browsers provide`, (t) => {
    const script = pageScript(page);
    t.true(script.endsWith("startPage(window);})();\n"));
    t.deepEqual(undefinedNames(script), []);
    t.deepEqual(undefinedNames(`${script}function late() { return early(limit); }`), ["early", "limit"]);
  });

  test(`the script of the ${page} page cannot end its element, and contains no local path`, (t) => {
    t.notRegex(pageScript(page), /<\/script|<!--/i);
    t.false(pageScript(page).includes(root));
  });

  test(`the built script of the ${page} page equals the one served from a checkout`, (t) => {
    t.is(bundleScripts().get(`${page}-page.js`), pageScript(page));
  });
}

for (const folder of ["dashboard", "plan-page"]) {
  test(`the script of ${folder}/ bundles only modules of pages`, (t) => {
    const entryPoints = [`lib/web/${folder}/client/main.ts`];
    const { metafile } = buildSync({
      absWorkingDir: root,
      entryPoints,
      bundle: true,
      write: false,
      metafile: true,
    });
    const own = /^lib\/web\/(?:page|graph-view|dashboard\/client|plan-page\/client)\//;
    t.deepEqual(
      Object.keys(metafile.inputs).filter((file) => !own.test(file)),
      [],
    );
  });
}
