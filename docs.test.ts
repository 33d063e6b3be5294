/** The pages show what the program prints: every block that begins with `$ converge …` is run and compared. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

import test from "ava";

const pages = [
  "README.md",
  ...readdirSync("docs").flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];

/** What stands inside the fences of a page, without the fences. */
function blocksOf(page: string): readonly string[] {
  return [...readFileSync(page, "utf8").matchAll(/^```[a-z]*\n([\s\S]*?)^```$/gm)].map(
    (match) => match[1] ?? "",
  );
}

/** A command and the lines that it prints according to the page. */
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
