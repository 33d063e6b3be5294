import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import {
  after,
  failedRun,
  finishOf,
  goodRun,
  outcomeOf,
  startOf,
  targetOf,
} from "../../../fixtures/recorded-run.ts";
import { type Schema, schemaFaults } from "../../../fixtures/schema-faults.ts";
import { actuations, changes, operations, reconciles, type ApplyEvent } from "../../apply/model/event.ts";
import { readinessStates } from "../../readiness/readiness.ts";
import { jsonReporter, validationLines } from "./json-reporter.ts";

type Line = Readonly<Record<string, unknown>>;

function linesOf(run: readonly ApplyEvent[]): readonly Line[] {
  let text = "";
  const emit = jsonReporter({ write: (more) => (text += more) });
  run.forEach((event) => emit(event));
  return parsed(text);
}

function parsed(text: string): readonly Line[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const everywhere = new Set(["type", "timestamp", "runId"]);

function only(lines: readonly Line[], type: string): readonly Line[] {
  return lines
    .filter((line) => line["type"] === type)
    .map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => !everywhere.has(name))));
}

const web = "apps/namespaces/shop/Deployment/wordpress";

test("steps of an object are reported with the event fields of kpt", (t) => {
  t.deepEqual(
    linesOf(failedRun).find((line) => line["status"] === "Skipped"),
    {
      type: "apply",
      timestamp: "2026-11-21T08:00:14.002Z",
      runId: "shop/blog/1795248000000",
      group: "apps",
      kind: "Deployment",
      namespace: "shop",
      name: "wordpress",
      status: "Skipped",
      error: "waits for apps/namespaces/shop/StatefulSet/mysql until ready",
      groupIndex: 3,
      because: {
        on: "apps/namespaces/shop/StatefulSet/mysql",
        rule: "depends-on",
        until: "ready",
        origin: "web.yaml:12",
      },
    },
  );
});

test("a finished group reports its counts of applied and waited objects separately", (t) => {
  const place = { groupIndex: 2, stage: "main", weight: 0 };
  t.deepEqual(
    only(linesOf(failedRun), "group").filter((line) => line["groupIndex"] === 2),
    [
      { action: "Apply", ...place, status: "Started" },
      { action: "Wait", ...place, status: "Started" },
      { action: "Apply", ...place, status: "Finished", count: 2, successful: 2, skipped: 0, failed: 0 },
      {
        action: "Wait",
        ...place,
        status: "Finished",
        count: 2,
        successful: 1,
        skipped: 0,
        failed: 1,
        timeout: 0,
      },
    ],
  );
});

test("the summary has the counts of each action, for Wait with the timeouts", (t) => {
  t.deepEqual(only(linesOf(failedRun), "summary"), [
    { action: "Apply", count: 4, successful: 3, skipped: 1, failed: 0 },
    { action: "Prune", count: 1, successful: 0, skipped: 1, failed: 0 },
    { action: "Wait", count: 5, successful: 2, skipped: 2, failed: 1, timeout: 0 },
  ]);
});

test("suspended objects are counted separately, and their message is not an error", (t) => {
  const target = targetOf(web);
  const outcomes = [outcomeOf(web, { actuation: "Succeeded", reconcile: "Suspended", change: "created" })];
  const lines = linesOf([
    startOf([[web, 1]]),
    after(2, { type: "reconcile", target, operation: "apply", state: "Suspended", message: "paused" }),
    finishOf(3, { outcomes }),
  ]);
  t.like(only(lines, "wait")[0], { status: "Suspended", message: "paused" });
  t.like(only(lines, "summary")[1], { action: "Wait", count: 1, successful: 0, suspended: 1, failed: 0 });
});

test("a dry run reports no wait events", (t) => {
  const target = targetOf(web);
  const outcomes = [outcomeOf(web, { actuation: "Succeeded", reconcile: "Succeeded", change: "created" })];
  const lines = linesOf([
    startOf([[web, 1]], { dryRun: true }),
    after(1, { type: "actuation", target, operation: "apply", state: "Succeeded", change: "created" }),
    after(2, { type: "reconcile", target, operation: "apply", state: "Succeeded" }),
    finishOf(3, { outcomes }),
  ]);
  t.deepEqual(
    lines.map((line) => line["type"]),
    ["run", "apply", "summary", "run"],
  );
});

test("a run that cannot start reports the error and ends", (t) => {
  const lines = linesOf([finishOf(5, { verdict: "unreachable", message: "connection refused" })]);
  t.deepEqual(
    lines.map((line) => [line["type"], line["error"] ?? line["verdict"]]),
    [
      ["error", "connection refused"],
      ["run", "unreachable"],
    ],
  );
});

test("container logs are reported with their object, pod and container", (t) => {
  const event = { type: "log", target: targetOf(web), pod: "wordpress-0", container: "app" } as const;
  t.deepEqual(only(linesOf([after(0, { ...event, lines: ["up", "  at main"], leftOut: 2 })]), "log"), [
    {
      group: "apps",
      kind: "Deployment",
      namespace: "shop",
      name: "wordpress",
      pod: "wordpress-0",
      container: "app",
      lines: ["up", "  at main"],
      leftOut: 2,
    },
  ]);
});

test("control characters are escaped in JSON lines", (t) => {
  let text = "";
  const emit = jsonReporter({ write: (more) => (text += more) });
  emit(after(0, { type: "notice", level: "note", message: "a\u001B[2J\u009B\u202E" }));
  t.true(text.includes(String.raw`a\u001b[2J\u009b\u202e`));
  t.is(parsed(text)[0]?.["message"], "a\u001B[2J\u009B\u202E");
});

test("a given run ID is on every line", (t) => {
  let text = "";
  const emit = jsonReporter({ write: (more) => (text += more), runId: "mine" });
  goodRun.forEach((event) => emit(event));
  t.true(parsed(text).every((line) => line["runId"] === "mine"));
});

const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../docs/event.schema.json"), "utf8"),
) as Schema;

const everyEvent: readonly ApplyEvent[] = [
  ...goodRun,
  ...failedRun,
  startOf([[web, 1, "wait"]]),
  ...operations.flatMap((operation) => [
    after(1, { type: "sending", target: targetOf(web), operation }),
    ...actuations
      .filter((state) => state !== "Pending")
      .map((state) => after(2, { type: "actuation", target: targetOf(web), operation, state, took: 1.5 })),
    ...reconciles.map((state) =>
      after(3, { type: "reconcile", target: targetOf(web), operation, state, message: "m" }),
    ),
  ]),
  ...changes.map((change) =>
    after(4, { type: "actuation", target: targetOf(web), operation: "apply", state: "Succeeded", change }),
  ),
  ...readinessStates.map((state) =>
    after(5, {
      type: "status",
      target: targetOf(web),
      readiness: { state, reason: "r", message: "m", rule: "condition Ready" },
    }),
  ),
  after(6, { type: "retry", message: "m", delay: 1 }),
  after(6, { type: "log", target: targetOf(web), pod: "wordpress-0", container: "app", lines: ["a", ""] }),
  after(6, {
    type: "log",
    target: targetOf(web),
    pod: "wordpress-0",
    container: "app",
    lines: [],
    leftOut: 3,
  }),
  ...(["note", "warning", "error"] as const).map((level) =>
    after(7, { type: "notice", level, message: "m" }),
  ),
  ...(["converged", "failed", "refused", "timedOut", "unreachable", "interrupted"] as const).map((verdict) =>
    finishOf(8, {
      verdict,
      message: "m",
      outcomes: [outcomeOf(web, { actuation: "Pending", reconcile: "Pending" })],
    }),
  ),
];

test("the lines of every event match the schema", (t) => {
  t.deepEqual(
    linesOf(everyEvent).flatMap((line) =>
      schemaFaults(line, schema).map((fault) => `${JSON.stringify(line)}: ${fault}`),
    ),
    [],
  );
});

test("a diagnostic about the manifests matches the schema, and names its object", (t) => {
  const text = validationLines(
    [
      { code: "Cycle", severity: "error", message: "m", ref: web, origin: { file: "f", line: 1, column: 2 } },
      { code: "LocalConfig", severity: "note", message: "n", ref: "/Namespace/shop" },
      { code: "Cycle", severity: "warning", message: "n" },
    ],
    0,
  );
  const lines = parsed(text);
  t.deepEqual(
    lines.flatMap((line) => schemaFaults(line, schema)),
    [],
  );
  t.deepEqual(
    lines.map((line) => line["objects"]),
    [
      [{ group: "apps", kind: "Deployment", namespace: "shop", name: "wordpress" }],
      [{ group: "", kind: "Namespace", namespace: "", name: "shop" }],
      [],
    ],
  );
});

test("the schema check detects an invalid line", (t) => {
  t.true(schemaFaults({ type: "group", timestamp: "yesterday" }, schema).length > 0);
  t.true(schemaFaults({ type: "nothing" }, schema).length > 0);
});

test("the first line of a rollback has the target revision", (t) => {
  let text = "";
  const emit = jsonReporter({ write: (more) => (text += more) });
  emit(startOf([], { action: "rollback", rollbackTo: 3 }));
  t.is((JSON.parse(text) as { rollbackTo: number }).rollbackTo, 3);
});
