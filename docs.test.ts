/**
 * The pages show the real output of the program: every block that begins with `$ converge …` is run and
 * compared.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

import test from "ava";

import { examplesOf, pages, printedBy } from "./fixtures/printed-example.ts";

for (const page of pages) {
  for (const { words, printed } of examplesOf(page)) {
    test(`${page} shows what converge ${words.join(" ")} prints`, (t) => {
      t.is(printedBy(words).trimEnd(), printed.trimEnd());
    });
  }
}

/** The rows of a page with a command in a cell of its own. */
const rows = [
  ...readFileSync("docs/start/examples.md", "utf8").matchAll(/^\|.*\| `converge ([^`]+)` +\|(.*)\|$/gm),
];

for (const [, command = "", see = ""] of rows) {
  test(`docs/start/examples.md names the exit code of converge ${command}`, (t) => {
    const [words = ""] = command.split(" >");
    const { status } = spawnSync(process.execPath, ["cmd/converge.mjs", ...words.split(/\s+/)], {
      stdio: "ignore",
    });
    t.is(status, see.includes("exit code 2") ? 2 : 0);
  });
}

test("docs/start/examples.md shows every example", (t) => {
  const folders = readdirSync("fixtures", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const shown = rows.map(([, command = ""]) => command);
  const missing = folders.filter(
    ({ name }) =>
      !["charts", "module-requirements", "modules", "repositories", "sops", "yaml-scalars"].includes(name) &&
      !shown.some((command) => command.includes(`fixtures/${name}`)),
  );
  t.deepEqual(missing, []);
});
