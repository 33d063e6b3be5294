/**
 * The language of comments, identifiers and titles of tests: that of other projects, without invented words.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { banned, bannedInPage, bannedInProse } from "./fixtures/banned-words.ts";

const root = import.meta.dirname;

function readAll(...patterns: readonly string[]): readonly string[] {
  return globSync(patterns, { cwd: root })
    .toSorted()
    .map((file) => readFileSync(join(root, file), "utf8"));
}

/** The product, without its tests. */
const sources = readAll("{lib,cmd}/**/!(*.test).ts");
/** The tests on a cluster, the benchmark, shared test code, the image build and the files of the root. */
const tooling = readAll("{e2e,bench,fixtures,deploy}/**/*.ts", "*.ts");
const unitTests = readAll("{lib,cmd}/**/*.test.ts");
const texts = [...sources, ...unitTests, ...tooling];
const readmes = readAll("{lib,cmd,e2e,fixtures}/**/README.md");

/** Lines that belong to a comment, except comments behind code. */
function commentLines(text: string): readonly string[] {
  return text.split("\n").filter((line) => /^\s*(?:\/\/|\/\*\*|\*)/.test(line));
}

function docstrings(text: string): readonly string[] {
  return [...text.matchAll(/\/\*\*([^]*?)\*\//g)].map(([, body = ""]) =>
    body.replaceAll(/^\s*\*? ?/gm, " ").trim(),
  );
}

const clause = /^(?:What|How|That|Who|Where)\b/;

/** The share of docstrings that open with a clause. */
function clauseShare(docs: readonly string[]): number {
  return docs.filter((doc) => clause.test(doc)).length / docs.length;
}

/** Names of exported functions that throw without a mention in the docstring. A BugError needs none. */
function silentThrows(text: string): readonly string[] {
  const functions = /^(\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?export (?:async )?function\*? (\w+)([^]*?)\n\}/gm;
  return [...text.matchAll(functions)].flatMap(([, doc = "", name = "", body = ""]) =>
    /throw new (?!BugError)/.test(body) && !/\bthrows?\b/i.test(doc) ? [name] : [],
  );
}

/** Titles of tests, without those that are computed. */
function titles(text: string): readonly string[] {
  return [...text.matchAll(/\btest(?:\.\w+)?\(\s*(["`])((?:(?!\1)[^\\]|\\.)*)\1/g)].map(
    ([, , title = ""]) => title,
  );
}

/** Comments, strings, templates and regular expressions. */
const literal =
  /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=[(,=:!]\s*)\/(?:[^/\\\n]|\\.)+\//g;

/** Phrases that a message for people does not use, besides those that no text uses. */
const messagePhrases =
  /\b(?:somebody|nobody|whoever|mend|in vain|(?:be|is|are) had|cannot be had|in a circle|passed over|stand(?:s)? (?:here|twice|in)|any more)\b/gi;

/** Texts of string and template literals, without placeholders of templates. */
function literals(text: string): readonly string[] {
  return (text.match(literal) ?? []).flatMap((found) =>
    /^["`]/.test(found) ? [found.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, " ")] : [],
  );
}

/** Banned words and phrases of the messages in a source, except for a keyword of CSS. */
function bannedInMessages(text: string): readonly string[] {
  return literals(text.replaceAll(/\bsize: (?:\w+ )?landscape\b/g, "")).flatMap((message) => [
    ...bannedInProse(message),
    ...(message.match(messagePhrases) ?? []),
  ]);
}

/** Banned words in comments and identifiers. */
function bannedWords(text: string): readonly string[] {
  const comments = commentLines(text).join("\n");
  const code = text.replaceAll(literal, " ");
  const parts = (code.match(/[A-Za-z]+/g) ?? []).flatMap((word) => word.split(/(?<=[a-z])(?=[A-Z])/));
  return [
    ...parts.map((word) => word.toLowerCase()).filter((word) => banned.has(word)),
    ...bannedInProse(comments),
  ];
}

/** The accepted violations. A figure only goes down; a change that lowers one lowers it here too. */
const left = { longLines: 0, clauses: 0, silentThrows: 0, bannedWords: 0 };

test("comments are at most 110 columns wide", (t) => {
  // Lines with verbatim output and directives of the linter cannot be wrapped.
  const long = texts
    .flatMap(commentLines)
    .filter((line) => line.length > 110 && !/^\s*\* {4}|lint-disable/.test(line));
  t.is(long.length, left.longLines);
});

test("docstrings open with a verb or a noun phrase, not with what, how, that, who or where", (t) => {
  t.is(Math.ceil(clauseShare(texts.flatMap(docstrings)) * 1000) / 10, left.clauses);
});

test("docstrings of exported functions mention what they throw", (t) => {
  t.is(sources.flatMap(silentThrows).length, left.silentThrows);
});

test("comments and identifiers have no banned words", (t) => {
  t.is(texts.flatMap(bannedWords).length, left.bannedWords);
});

test("titles of tests have no banned words", (t) => {
  t.deepEqual([...unitTests, ...tooling].flatMap(titles).flatMap(bannedInProse), []);
});

test("READMEs of folders have no banned words", (t) => {
  t.deepEqual(readmes.flatMap(bannedInPage), []);
});

test("help and messages have no banned words or phrases", (t) => {
  // Base64 holds any short word by chance.
  const packed = "lib/validate/builtin/data/packed-schemas.ts";
  const files = globSync("{lib,cmd}/**/!(*.test).ts", { cwd: root, exclude: [packed] }).toSorted();
  const found = files.flatMap((file) =>
    bannedInMessages(readFileSync(join(root, file), "utf8")).map((word) => `${file}: ${word}`),
  );
  t.deepEqual(found, []);
});

test("every violation of the language rules is detected", (t) => {
  t.deepEqual(commentLines("/** A. */\nconst a = 1; // b\n  // c\n"), ["/** A. */", "  // c"]);
  t.is(clauseShare(["What it is.", "Whether it is.", "The way.", "A thing."]), 0.25);
  const thrower = "export function f(): void {\n  throw new UsageError();\n}\n";
  t.deepEqual(silentThrows(thrower), ["f"]);
  t.deepEqual(silentThrows(`/** Throws a UsageError. */\n${thrower}`), []);
  t.deepEqual(silentThrows(thrower.replace("UsageError", "BugError")), []);
  t.deepEqual(bannedWords(`// It is told anew.\nconst worldOf = "ears"; // told`), ["world", "told", "anew"]);
  t.deepEqual(bannedWords(`const label = inFlight;\nt.regex(a, /not told "b"/, "told");`), []);
  t.deepEqual(literals('// "told"\nf("It is `told`", `a ${heard} b`);'), ['"It is `told`"', "`a   b`"]);
  t.deepEqual(titles('test("a b", f);\ntest.serial(\n  `c`, f);\ntest(macro, "d");'), ["a b", "c"]);
  const message = 'f("told", `${name} stands twice`); // `anew`\n/** "hears" */';
  t.deepEqual(bannedInMessages(message), ["told", "stands", "stands twice"]);
  t.deepEqual(bannedInPage("# A\n\nIt Tells anew what `told.ts` holds.\n"), ["tells", "anew"]);
});
