import test from "ava";

import { didYouMean, editDistance, suggest } from "./suggestion.ts";

const known = ["pre-install", "post-install", "pre-upgrade", "Deployment", "web", "db"];

const means = test.macro({
  exec(t, word: string, expected: string | undefined) {
    t.is(suggest(word, known), expected);
  },
  title: (_, word: string, expected: string | undefined) => `"${word}" means ${expected ?? "no known word"}`,
});
test(means, "pre-instal", "pre-install");
test(means, "pre-intsall", "pre-install");
test(means, "PRE-INSTALL", "pre-install");
test(means, "deployments", "Deployment");
test(means, "Deploymnt", "Deployment");
test(means, "wbe", "web");
test(means, "we", undefined);
test(means, "xyz", undefined);
test(means, "pre-uninstallation", undefined);
test(means, "", undefined);
test(means, "bd", undefined);

test("of equally close words the first by text is suggested", (t) => {
  t.is(suggest("cat", ["rat", "bat", "cats"]), "bat");
});
test("a closer word is preferred to the first one", (t) => {
  t.is(suggest("installs", ["instance", "install"]), "install");
});
test("a word of up to 64 letters gets a suggestion, a longer one none", (t) => {
  const word = "x".repeat(64);
  t.is(suggest(`${word.slice(1)}y`, [word]), word);
  t.is(suggest(`${word}y`, [word]), undefined);
});
test("nothing is suggested where nothing is known", (t) => {
  t.is(suggest("web", []), undefined);
});
test("a suggestion is a question after a semicolon, or nothing", (t) => {
  t.is(didYouMean("wbe", known), '; did you mean "web"?');
  t.is(didYouMean("nothing", known), "");
});
test("the distance of two words counts letters to insert, delete and replace", (t) => {
  t.is(editDistance("kitten", "sitting"), 3);
  t.is(editDistance("", "abc"), 3);
  t.is(editDistance("abc", "abc"), 0);
  t.is(editDistance("ab", "ba"), 2);
});
