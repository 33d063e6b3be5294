/**
 * The pages show the real output of the program: every block that begins with `$ converge …` is run and
 * compared.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

import test from "ava";

const pages = [
  "README.md",
  ...readdirSync("docs").flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];

/** The content of the fenced blocks of a page. */
function blocksOf(page: string): readonly string[] {
  return [...readFileSync(page, "utf8").matchAll(/^```[a-z]*\n([\s\S]*?)^```$/gm)].map(
    (match) => match[1] ?? "",
  );
}

/** A command and its output according to the page. */
interface Example {
  readonly words: readonly string[];
  readonly printed: string;
}

function examplesIn(block: string): readonly Example[] {
  return [...block.matchAll(/^\$ (?:npx )?converge (.*)\n([\s\S]*?)(?=^\$ |(?![\s\S]))/gm)].map((match) => ({
    words: (match[1] ?? "").trim().split(/\s+/),
    printed: match[2] ?? "",
  }));
}

function run(words: readonly string[]): string {
  return execFileSync(process.execPath, ["cmd/converge.mjs", ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

for (const page of pages) {
  for (const { words, printed } of blocksOf(page).flatMap(examplesIn)) {
    test(`${page} shows what converge ${words.join(" ")} prints`, (t) => {
      t.is(run(words).trimEnd(), printed.trimEnd());
    });
  }
}

test("README.md shows what make demo prints", (t) => {
  const shown = blocksOf("README.md").find((block) => block.startsWith("GROUP"));
  t.is(run(["plan", "fixtures/wordpress"]), shown ?? "");
});

/** The rows of a page with a command in a cell of its own. */
const rows = [
  ...readFileSync("docs/examples.md", "utf8").matchAll(/^\|.*\| `converge ([^`]+)` +\|(.*)\|$/gm),
];

for (const [, command = "", see = ""] of rows) {
  test(`docs/examples.md: converge ${command}`, (t) => {
    const [words = ""] = command.split(" >");
    const { status } = spawnSync(process.execPath, ["cmd/converge.mjs", ...words.split(/\s+/)], {
      stdio: "ignore",
    });
    t.is(status, see.includes("exit code 2") ? 2 : 0);
  });
}

test("docs/examples.md shows every example", (t) => {
  const folders = readdirSync("fixtures", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const shown = rows.map(([, command = ""]) => command);
  const missing = folders.filter(
    ({ name }) =>
      !["charts", "module-requirements", "modules", "yaml-scalars"].includes(name) &&
      !shown.some((command) => command.includes(`fixtures/${name}`)),
  );
  t.deepEqual(missing, []);
});
