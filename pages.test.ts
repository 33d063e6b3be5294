/** The documentation: its length, sentences, headings and links. */
import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";

import test from "ava";

import { bannedInPage } from "./fixtures/banned-words.ts";
import {
  anchorOf,
  footerOf,
  headingsOf,
  listedPages,
  sentencesOf,
  withFooter,
} from "./fixtures/documentation.ts";

const files = globSync(["*.md", "docs/**/*.md"]).toSorted();

function read(file: string): string {
  return readFileSync(file, "utf8");
}

function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The sentences of more than 40 words. */
function longSentences(text: string): readonly string[] {
  return sentencesOf(text).filter((sentence) => wordsOf(sentence) > 40);
}

/** Faults of the headings of a page: it has one title, skips no level and repeats no heading. */
function headingFaults(text: string): readonly string[] {
  const headings = headingsOf(text);
  const titles = headings.map(({ title }) => title);
  return [
    ...(headings[0]?.level === 1 ? [] : ["does not begin with a title"]),
    ...headings.slice(1).flatMap(({ level, title }, index) => {
      const jump = level - (headings[index]?.level ?? 0);
      return level === 1 || jump > 1 ? [`${title} is at level ${level}`] : [];
    }),
    ...titles
      .filter((title, index) => titles.indexOf(title) !== index)
      .map((title) => `${title} is repeated`),
  ];
}

/** The links of a page to a heading that does not exist. */
function brokenAnchors(file: string, text: string): readonly string[] {
  return [...text.replaceAll(/^```[^]*?^```$/gm, "").matchAll(/\]\(((?!https?:)[^)\s#]*)#([^)\s]+)\)/g)]
    .map(([, path = "", anchor = ""]) => ({
      page: path === "" ? file : posix.join(posix.dirname(file), path),
      anchor,
    }))
    .filter(({ page, anchor }) => {
      const anchors = page.endsWith(".md")
        ? headingsOf(read(page)).map(({ title }) => anchorOf(title))
        : [anchor];
      return !anchors.includes(anchor);
    })
    .map(({ page, anchor }) => `${page}#${anchor}`);
}

test("the pages for users have at most 42,000 words", (t) => {
  const pages = globSync("docs/**/*.md").filter((page) => !page.startsWith("docs/adr/"));
  const words = pages.map((file) => wordsOf(read(file)));
  t.true(words.reduce((sum, count) => sum + count, 0) <= 42_000);
});

test("the README has at most 130 lines", (t) => {
  t.true(read("README.md").split("\n").length <= 131);
});

for (const file of files) {
  test(`${file} has no sentence of more than 40 words`, (t) => {
    t.deepEqual(longSentences(read(file)), []);
  });

  test(`${file} has no banned words`, (t) => {
    t.deepEqual(bannedInPage(read(file).replaceAll(/^```[^]*?^```$/gm, "")), []);
  });

  test(`${file} has one title, no skipped heading levels and no repeated headings`, (t) => {
    t.deepEqual(headingFaults(read(file)), []);
  });

  test(`${file} links only to headings that exist`, (t) => {
    t.deepEqual(brokenAnchors(file, read(file)), []);
  });
}

test("docs/README.md lists every page once", (t) => {
  const all = globSync("docs/*/*.md", { exclude: ["docs/adr/**"] });
  const expected = [...all, ...globSync("docs/*.md")].filter((file) => file !== "docs/README.md");
  t.deepEqual(
    listedPages()
      .map(({ file }) => file)
      .toSorted(),
    expected.toSorted(),
  );
});

test("every page ends with links to the previous and the next page", (t) => {
  const pages = listedPages();
  const wrong = pages.filter(({ file }) => read(file) !== withFooter(read(file), footerOf(file, pages)));
  t.deepEqual(wrong, [], "make golden");
});

test("every fault of a page is detected", (t) => {
  const long = "word ".repeat(41).trim();
  t.deepEqual(longSentences(`# A\n\n${long}. B.\n\n\`\`\`sh\n${long}\n\`\`\`\n\n- c\n- \`${long}\`\n`), [
    `${long}.`,
  ]);
  t.is(longSentences(`| a | ${long} |\n|---|---|\n| b |\n`).length, 1);
  t.deepEqual(headingFaults("# A\n\n## B\n\n#### C\n\n## B\n"), ["C is at level 4", "B is repeated"]);
  t.deepEqual(headingFaults("## B\n"), ["does not begin with a title"]);
  t.deepEqual(brokenAnchors("README.md", "# A b\n\n[x](#install) [y](#c) [z](LICENSE#d)\n"), ["README.md#c"]);
});
