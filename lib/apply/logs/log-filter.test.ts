import test from "ava";

import type { LinePattern } from "../../object/line-pattern.ts";
import { type LogOptions, defaultDeployPolicy } from "../../object/deploy-policy.ts";
import { showsContainer, showsLine } from "./log-filter.ts";

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
