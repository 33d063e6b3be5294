import test from "ava";

import { after, finishOf, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import type { ApplyEvent, Diagnosis } from "../../apply/model/event.ts";
import { plainReporter } from "./plain-reporter.ts";

const migrate = "batch/namespaces/shop/Job/migrate";
const web = "apps/namespaces/shop/Deployment/web";

function log(at: number, key: string, lines: readonly string[], leftOut?: number): ApplyEvent {
  const name = key.split("/").at(-1) ?? "";
  const left = leftOut === undefined ? {} : { leftOut };
  return after(at, {
    type: "log",
    target: targetOf(key),
    pod: `${name}-0`,
    container: "app",
    lines,
    ...left,
  });
}

function failed(at: number, key: string, lines: readonly string[]): ApplyEvent {
  const logs = [{ pod: `${key.split("/").at(-1) ?? ""}-0`, container: "app", lines }];
  const trouble: Diagnosis = { pods: ["pod/x: Error"], events: [], logs, blockers: [] };
  return after(at, {
    type: "reconcile",
    target: targetOf(key),
    operation: "apply",
    state: "Failed",
    message: "it failed",
    trouble,
  });
}

function printed(...run: readonly ApplyEvent[]): string {
  return printedIn(undefined, run);
}

function printedIn(ci: "github" | undefined, run: readonly ApplyEvent[]): string {
  let text = "";
  const emit = plainReporter({ write: (more) => (text += more), color: false, ci });
  for (const event of [
    startOf([
      [migrate, 1],
      [web, 1],
    ]),
    ...run,
  ]) {
    emit(event);
  }
  return text.slice(text.indexOf("\n") + 1);
}

test("the container of log lines is printed when it changes, not with every line", (t) => {
  t.is(
    printed(
      log(1, migrate, ["starting", "  at main"]),
      log(2, migrate, ["done"]),
      log(3, web, ["up"]),
      log(4, migrate, ["bye"]),
    ),
    `logs        Job/migrate pod/migrate-0 container app
  | starting
  |   at main
  | done
logs        Deployment/web pod/web-0 container app
  | up
logs        Job/migrate pod/migrate-0 container app
  | bye
`,
  );
});

test("the container of log lines is printed again after other output", (t) => {
  const text = printed(
    log(1, migrate, ["one"]),
    after(2, { type: "notice", level: "note", message: "something" }),
    log(3, migrate, ["two"]),
  );
  t.is(text.split("\n").filter((line) => line.startsWith("logs ")).length, 2);
});

test("omitted log lines are counted", (t) => {
  t.regex(printed(log(1, migrate, ["one"], 98_000)), /\| one\n {2}… 98000 lines left out\n/);
});

test("a log line cannot inject commands into a CI server or a terminal", (t) => {
  const text = printed(log(1, migrate, ["::error::no", "\u001B[2J"]));
  t.true(text.includes("  | ::error::no\n  | \\x1b[2J\n"));
});

test("a failure does not repeat log lines that were printed just above it", (t) => {
  const text = printed(log(1, migrate, ["a", "", "b"]), failed(2, migrate, ["a", "b"]));
  t.is(text.split("| b").length, 2);
  t.regex(text, /pod\/x: Error/);
  t.notRegex(text, /log of/);
});

test("a failure prints log lines that were not printed before or only far above", (t) => {
  t.regex(printed(log(1, migrate, ["a"]), failed(2, migrate, ["a", "b"])), /log of migrate-0\/app:/);
  const between = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  const far = printed(log(1, migrate, ["a"]), log(2, web, between), failed(3, migrate, ["a"]));
  t.regex(far, /log of migrate-0\/app:/);
});

test("a failure repeats log lines that a CI server may have folded", (t) => {
  const run = [log(1, migrate, ["a"]), failed(2, migrate, ["a"])];
  t.regex(printedIn("github", run), /log of migrate-0\/app:\n {6}\| a/);
});

test("logs are not included in the counts of a run", (t) => {
  const text = printed(log(1, web, ["a"]), finishOf(2, { verdict: "converged" }));
  t.regex(text, /nothing to do in/);
});
