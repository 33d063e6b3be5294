import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import test from "ava";

import { pageHtml } from "./page-html.ts";

const linter = fileURLToPath(new URL("../../../node_modules/.bin/oxlint", import.meta.url));

/** What a classic script uses without defining it, as the linter sees it, and what it defines twice. */
function faultsOf(script: string): readonly string[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), "converge-script-"));
  writeFileSync(join(folder.path, "page.cjs"), script);
  const rules = { "no-undef": "error", "no-redeclare": "error" };
  const config = { plugins: [], categories: { correctness: "off" }, rules, env: { builtin: true } };
  const globals = { window: "readonly" };
  writeFileSync(join(folder.path, ".oxlintrc.json"), JSON.stringify({ ...config, globals }));
  const { stdout } = spawnSync(linter, ["--format=json", "."], { cwd: folder.path, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly message: string }[];
  };
  return diagnostics.map(({ message }) => /'(\w+)'/.exec(message)?.[1] ?? message);
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start) + start.length;
  return text.slice(from, text.indexOf(end, from));
}

const { html, policy } = pageHtml();

test("the script is whole: every name it uses is in it once, or known to every browser", (t) => {
  const script = between(html, "<script>", "</script>");
  t.true(script.endsWith("startPage(window);\n"));
  t.deepEqual(faultsOf(script), []);
  t.deepEqual(faultsOf(`${script}function late() { return early(limit); }\nfunction act() {}`).toSorted(), [
    "act",
    "early",
    "limit",
  ]);
});

for (const [element, directive] of [
  ["script", "script-src"],
  ["style", "style-src"],
] as const) {
  test(`the ${element} is the one that the policy allows`, (t) => {
    const code = between(html, `<${element}>`, `</${element}>`);
    t.true(policy.includes(`${directive} 'sha256-${createHash("sha256").update(code).digest("base64")}'`));
  });
}
