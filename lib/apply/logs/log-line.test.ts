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
  "a line keeps its indentation, but not trailing spaces",
  looks,
  "  at main (app.js:1)  ",
  "  at main (app.js:1)",
);
test("colour sequences are removed", looks, "\u001B[1;31mERROR\u001B[0m no database", "ERROR no database");
test(
  "terminal titles and hyperlinks are removed",
  looks,
  "\u001B]0;title\u0007a\u001B]8;;http://x\u001B\\b",
  "ab",
);
test("a tab is replaced by four spaces", looks, "\tat main", "    at main");
test("only the last state of a progress bar is kept", looks, "10%\r20%\r30%\r", "30%");
test(
  "bidirectional, zero-width and control characters are removed",
  looks,
  "a\u202Eb\u200Bc\u0000\u0007\u009Bd",
  "abcd",
);
test("letters of all scripts are kept", looks, "жё🐙 汉字", "жё🐙 汉字");
test("a lone surrogate is replaced", looks, "a\uD83D", "a\uFFFD");

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

test("the logs of all containers are shown by default", containers, {}, ["app", "proxy", "init"]);
test("no container is shown if logs are skipped", containers, { skip: true, onlyContainers: ["app"] }, []);
test("some containers are skipped", containers, { skipContainers: ["proxy", "other"] }, ["app", "init"]);
test("only some containers are shown", containers, { onlyContainers: ["app", "other"] }, ["app"]);
test("an empty list of containers shows all containers", containers, { onlyContainers: [] }, [
  "app",
  "proxy",
  "init",
]);
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

test("every log line is shown by default", lines, {}, ["info: up", "error: down", "error: late"]);
test("a pattern shows the matching lines in full", lines, { regex: find("error") }, [
  "error: down",
  "error: late",
]);
test(
  "the pattern for a container replaces the pattern for all containers",
  lines,
  { regex: find("error"), regexByContainer: own("info") },
  ["info: up"],
);
test(
  "a pattern for another container has no effect",
  lines,
  { regexByContainer: other, skipRegexByContainer: other },
  ["info: up", "error: down", "error: late"],
);
test("lines that match a pattern are skipped", lines, { skipRegex: find("error") }, ["info: up"]);
test(
  "the skip pattern for a container replaces the skip pattern for all containers",
  lines,
  { skipRegex: find(""), skipRegexByContainer: own("late") },
  ["info: up", "error: down"],
);
test(
  "a line that matches both the pattern to show and the pattern to skip is skipped",
  lines,
  { regex: find("error"), skipRegex: find("late") },
  ["error: down"],
);
