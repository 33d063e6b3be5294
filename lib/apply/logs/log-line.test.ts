import test from "ava";

import { plainLogLine, showsContainer, showsLine } from "./log-line.ts";
import type { LinePattern } from "../../object/re2.ts";
import { type LogOptions, defaultDeployPolicy } from "../../object/deploy-policy.ts";

const looks = test.macro({
  title: (name) => name ?? "",
  exec: (t, text: string, plain: string) => {
    t.is(plainLogLine(text), plain);
  },
});

test(
  "a line stays as it is, indented, but for spaces at its end",
  looks,
  "  at main (app.js:1)  ",
  "  at main (app.js:1)",
);
test("colours go", looks, "\u001B[1;31mERROR\u001B[0m no database", "ERROR no database");
test("a title for the terminal goes", looks, "\u001B]0;title\u0007a\u001B]8;;http://x\u001B\\b", "ab");
test("a tabulator is four spaces", looks, "\tat main", "    at main");
test("a progress bar has its last state", looks, "10%\r20%\r30%\r", "30%");
test("what turns or hides text goes", looks, "a\u202Eb\u200Bc\u0000\u0007\u009Bd", "abcd");
test("letters of all scripts stay", looks, "жё🐙 汉字", "жё🐙 汉字");
test("half a letter is no letter", looks, "a\uD83D", "a\uFFFD");

const containers = test.macro({
  title: (name) => name ?? "",
  exec: (t, options: Partial<LogOptions>, shown: readonly string[]) => {
    const all = { ...defaultDeployPolicy.logs, ...options };
    t.deepEqual(
      ["app", "proxy", "init"].filter((container) => showsContainer(all, container)),
      shown,
    );
  },
});

test("all containers are shown", containers, {}, ["app", "proxy", "init"]);
test("no container is shown where logs are skipped", containers, { skip: true, onlyContainers: ["app"] }, []);
test("some containers are skipped", containers, { skipContainers: ["proxy", "other"] }, ["app", "init"]);
test("only some containers are shown", containers, { onlyContainers: ["app", "other"] }, ["app"]);
test("a list without names is no list", containers, { onlyContainers: [] }, ["app", "proxy", "init"]);
test(
  "a container that is both named and skipped is skipped",
  containers,
  { onlyContainers: ["app"], skipContainers: ["app"] },
  [],
);

const lines = test.macro({
  title: (name) => name ?? "",
  exec: (t, options: Partial<LogOptions>, shown: readonly string[]) => {
    const all = { ...defaultDeployPolicy.logs, ...options };
    t.deepEqual(
      ["info: up", "error: down", "error: late"].filter((line) => showsLine(all, "app", line)),
      shown,
    );
  },
});

const find = (source: string): LinePattern => ({ source, test: (line) => line.includes(source) });
const own = (source: string): ReadonlyMap<string, LinePattern> => new Map([["app", find(source)]]);
const other = new Map([["proxy", find("late")]]);

test("every line is shown", lines, {}, ["info: up", "error: down", "error: late"]);
test("a pattern shows the lines that match, whole", lines, { regex: find("error") }, [
  "error: down",
  "error: late",
]);
test(
  "the pattern of a container stands in place of the one for all",
  lines,
  { regex: find("error"), regexByContainer: own("info") },
  ["info: up"],
);
test(
  "the pattern of another container is none",
  lines,
  { regexByContainer: other, skipRegexByContainer: other },
  ["info: up", "error: down", "error: late"],
);
test("lines that match a pattern are skipped", lines, { skipRegex: find("error") }, ["info: up"]);
test(
  "the pattern to skip of a container stands in place of the one for all",
  lines,
  { skipRegex: find(""), skipRegexByContainer: own("late") },
  ["info: up", "error: down"],
);
test(
  "what is both to be shown and to be skipped is skipped",
  lines,
  { regex: find("error"), skipRegex: find("late") },
  ["error: down"],
);
