import test from "ava";

import { didYouMean, editDistance, suggest } from "./suggestion.ts";

const known = ["pre-install", "post-install", "pre-upgrade", "Deployment", "web", "db"];

const suggests = test.macro({
  exec(t, word: string, expected: string | undefined) {
    t.is(suggest(word, known), expected);
  },
  title: (_, word: string, expected: string | undefined) =>
    `the suggestion for "${word}" is ${expected ?? "none"}`,
});
test(suggests, "pre-instal", "pre-install");
test(suggests, "pre-intsall", "pre-install");
test(suggests, "PRE-INSTALL", "pre-install");
test(suggests, "deployments", "Deployment");
test(suggests, "Deploymnt", "Deployment");
test(suggests, "wbe", "web");
test(suggests, "we", undefined);
test(suggests, "xyz", undefined);
test(suggests, "pre-uninstallation", undefined);
test(suggests, "", undefined);
test(suggests, "bd", undefined);

test("the alphabetically first of equally close words is suggested", (t) => {
  t.is(suggest("cat", ["rat", "bat", "cats"]), "bat");
});
test("a closer word is preferred to the first one", (t) => {
  t.is(suggest("installs", ["instance", "install"]), "install");
});
test("a word of up to 64 letters gets a suggestion, a longer one does not", (t) => {
  const word = "x".repeat(64);
  t.is(suggest(`${word.slice(1)}y`, [word]), word);
  t.is(suggest(`${word}y`, [word]), undefined);
});
test("nothing is suggested without known words", (t) => {
  t.is(suggest("web", []), undefined);
});
test("didYouMean() is a question after a semicolon, or empty", (t) => {
  t.is(didYouMean("wbe", known), '; did you mean "web"?');
  t.is(didYouMean("nothing", known), "");
});
test("the edit distance counts insertions, deletions and replacements", (t) => {
  t.is(editDistance("kitten", "sitting"), 3);
  t.is(editDistance("", "abc"), 3);
  t.is(editDistance("abc", "abc"), 0);
  t.is(editDistance("ab", "ba"), 2);
});
