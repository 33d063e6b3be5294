import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { failedRun, recordedAt, targetOf } from "../../../fixtures/recorded-run.ts";
import {
  endedRun,
  pendingAfter,
  revisionOf,
  runOf,
  stateOf,
  syncAfter,
  wholeLife,
} from "../../../fixtures/recorded-sync.ts";
import { compareText } from "../../object/object-ref.ts";
import type { SyncEvent } from "../../sync/sync-event.ts";
import { phases } from "../../sync/unit/unit-state.ts";
import { syncLogLines, type SyncLogStyle } from "./sync-log-lines.ts";

const clock = manualClock(recordedAt);

function written(events: readonly SyncEvent[], style: Partial<SyncLogStyle> = {}): string {
  let text = "";
  const emit = syncLogLines({
    format: "text",
    color: false,
    clock,
    write: (more) => {
      text += more;
    },
    ...style,
  });
  events.forEach((event) => {
    emit(event);
  });
  return text;
}

type Line = Readonly<Record<string, unknown>>;

function lines(events: readonly SyncEvent[]): readonly Line[] {
  return written(events, { format: "json" })
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Line]));
}

/** The logged messages, without time and unit. */
function messagesOf(events: readonly SyncEvent[]): readonly string[] {
  return written(events)
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [line.slice("2026-11-21T08:00:00.000Z blog ".length)]));
}

for (const format of ["text", "json"] as const) {
  test(`a recorded sequence of all events is logged as ${format}`, (t) => {
    const golden = join(import.meta.dirname, `whole-life.golden.${format === "json" ? "jsonl" : "txt"}`);
    t.is(written(wholeLife, { format }), readFileSync(golden, "utf8"));
  });
}

const run = runOf(7, "recheck", revisionOf("d", "Change nothing"));
const web = "apps/namespaces/shop/Deployment/web";

test("a recheck that finds nothing to do logs one line at its end", (t) => {
  const place = { target: targetOf(web), operation: "apply", at: recordedAt } as const;
  const events: readonly SyncEvent[] = [
    syncAfter(0, { type: "runBegun", run }),
    syncAfter(1, {
      type: "apply",
      run,
      event: { ...place, type: "actuation", state: "Succeeded", change: "unchanged" },
    }),
    syncAfter(2, { type: "apply", run, event: { ...place, type: "reconcile", state: "Succeeded" } }),
    syncAfter(3, { type: "runEnded", run: endedRun(run, { took: 3 }) }),
  ];
  t.deepEqual(messagesOf(events), ["run 7 (recheck, ddddddd): nothing to do in 0s"]);
});

test("a suspended object is logged as a warning", (t) => {
  const place = { target: targetOf(web), operation: "apply", at: recordedAt } as const;
  const event = { ...place, type: "reconcile", state: "Suspended", message: "paused" } as const;
  t.like(lines([syncAfter(1, { type: "apply", run, event })]).at(-1), {
    level: "warning",
    reconcile: "Suspended",
    message: "paused",
  });
});

test("a run that is interrupted by a newer commit is logged as stopped, not as failed", (t) => {
  const events: readonly SyncEvent[] = [
    syncAfter(3, { type: "runEnded", run: endedRun(run, { took: 3000, verdict: "interrupted" }) }),
  ];
  t.deepEqual(messagesOf(events), ["run 7 (recheck, ddddddd): stopped at a safe point after 3s"]);
  t.is(lines(events)[0]?.["level"], "info");
});

test("a repeated state is not logged again", (t) => {
  const state = stateOf("blog", { phase: "Stalled", message: "its path is missing" });
  const again = { ...state, health: { ready: 1, progressing: 0, suspended: 0, failed: 0, missing: 0 } };
  const events: readonly SyncEvent[] = [
    syncAfter(0, { type: "state", state }),
    syncAfter(1, { type: "state", state: again }),
  ];
  t.deepEqual(messagesOf(events), ["stalled: its path is missing"]);
  t.is(lines(events).length, 1);
});

function found(message: string): SyncEvent {
  return syncAfter(0, {
    type: "diagnosed",
    run,
    diagnostics: [
      {
        code: "DependsOnExternal",
        severity: "error",
        message,
        origin: { file: "web.yaml", line: 7, column: 3 },
      },
    ],
  });
}

test("a diagnostic about the manifests is logged once, and again when it changes", (t) => {
  const events = [found("a"), found("a"), found("b")];
  t.deepEqual(messagesOf(events), [
    "error: web.yaml:7:3: a [DependsOnExternal]",
    "error: web.yaml:7:3: b [DependsOnExternal]",
  ]);
  t.is(lines(events).length, 2);
});

test("a long wait is logged while nothing else happens", (t) => {
  const time = manualClock(recordedAt);
  let text = "";
  const emit = syncLogLines({
    format: "text",
    color: false,
    clock: time,
    write: (more) => {
      text += more;
    },
  });
  emit(syncAfter(0, { type: "runBegun", run }));
  failedRun.slice(0, -5).forEach((event) => {
    emit({ at: event.at, type: "apply", run, event });
  });
  text = "";
  time.pass(30_000);
  t.regex(text, /^2026-11-21T08:00:15\.000Z blog waiting +StatefulSet\/mysql -n shop for 1/m);
  emit(syncAfter(30_000, { type: "runEnded", run: endedRun(run, {}) }));
  t.is(time.pending(), 0);
});

const hostile = "\u001B[2J\u009B\u202E\nGET";

test("control characters from commits and the cluster are escaped", (t) => {
  const revision = { ...revisionOf("e", hostile), author: hostile, ref: `refs/heads/${hostile}` };
  const events: readonly SyncEvent[] = [
    syncAfter(0, { type: "revision", unit: "blog", revision }),
    syncAfter(0, { type: "sourceFailed", unit: "blog", message: hostile }),
    syncAfter(0, { type: "drift", unit: "blog", drifts: [{ key: hostile, kind: "changed", by: [hostile] }] }),
    syncAfter(0, { type: "fight", unit: "blog", key: hostile, rivals: [hostile] }),
    syncAfter(0, { type: "notice", level: "error", message: hostile }),
    syncAfter(0, { type: "members", members: [hostile], self: "x", keeps: [hostile] }),
    ...phases.map((phase) =>
      syncAfter(0, { type: "state", state: stateOf("blog", { phase, message: hostile, retryAt: 0 }) }),
    ),
    syncAfter(0, { type: "runBegun", run: { ...run, reason: "start", revision } }),
    syncAfter(0, { type: "runEnded", run: endedRun(run, { verdict: "interrupted", message: hostile }) }),
  ];
  for (const format of ["text", "json"] as const) {
    const text = written(events, { format });
    // oxlint-disable-next-line no-control-regex -- control characters are what this looks for.
    t.notRegex(text, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
    t.true(text.split("\n").every((line) => line === "" || /^(2026-|\{"version")/.test(line)));
  }
});

test("coloured lines have the same text as plain lines", (t) => {
  const colored = written(wholeLife, { color: true });
  t.not(colored, written(wholeLife));
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for.
  t.is(colored.replaceAll(/\u001B\[\d+m/g, ""), written(wholeLife));
});

function waitingAfter(milliseconds: number, message: string): SyncEvent {
  const waiting = { message, until: recordedAt };
  const state = stateOf("blog", { phase: "Ready", message: "3 objects", waiting });
  return syncAfter(milliseconds, { type: "state", state });
}

test("a unit that waits for a ring is logged when the wait starts and ends, not for each unit that becomes ready", (t) => {
  const ring = "waits for ring canary";
  t.deepEqual(
    messagesOf([
      syncAfter(0, { type: "state", state: stateOf("blog", { phase: "Ready", message: "3 objects" }) }),
      waitingAfter(1, `${ring}: 0 of 2 units ready at aaaa`),
      waitingAfter(2, `${ring}: 1 of 2 units ready at aaaa`),
      waitingAfter(3, `${ring}: 2 of 2 units ready at aaaa, promoted at 2026-11-21T09:00:00Z`),
    ]),
    [
      "ready: 3 objects",
      `ready: 3 objects; ${ring}: 0 of 2 units ready at aaaa`,
      `ready: 3 objects; ${ring}: 2 of 2 units ready at aaaa, promoted at 2026-11-21T09:00:00Z`,
    ],
  );
});

const page = readFileSync(join(import.meta.dirname, "../../../docs/sync/log.md"), "utf8");

function sorted(map: ReadonlyMap<string, ReadonlySet<string>>): unknown {
  return Object.fromEntries([...map].map(([type, names]) => [type, [...names].toSorted(compareText)]));
}

test("docs/sync/log.md documents every type of line with its fields", (t) => {
  const rows = new Map(
    [...page.matchAll(/^\| `(\w+)` \| [^|]* \| ([^|]*) \|$/gm)].map(([, type = "", fields = ""]) => [
      type,
      new Set([...fields.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)),
    ]),
  );
  const everywhere = new Set(["version", "type", "timestamp", "level"]);
  const seen = new Map<string, Set<string>>();
  const finding = syncAfter(0, {
    type: "diagnosed",
    run,
    diagnostics: [
      { code: "DependsOnExternal", severity: "note", message: "m", ref: web, origin: { file: "a", line: 1 } },
    ],
  });
  const tolerated = syncAfter(0, {
    type: "apply",
    run,
    event: {
      at: recordedAt,
      type: "reconcile",
      target: targetOf(web),
      operation: "apply",
      state: "Timeout",
      tolerated: true,
      took: 1,
      because: { on: web, rule: "r", until: "ready" },
    },
  });
  const refused = syncAfter(0, {
    type: "runEnded",
    run: endedRun(run, { verdict: "refused", message: "m", revision: 1 }),
  });
  for (const { type, ...fields } of lines([
    ...wholeLife,
    finding,
    tolerated,
    refused,
    ...wholeLife.flatMap((event) =>
      event.type === "state" ? [{ ...event, state: { ...event.state, cluster: "eu", failures: 9 } }] : [],
    ),
    syncAfter(0, { type: "notice", level: "note", unit: "blog", message: "m" }),
    pendingAfter(1, { more: 1, unmatched: "e" }),
    waitingAfter(1, "waits for a window"),
  ])) {
    const names = seen.get(String(type)) ?? new Set<string>();
    seen.set(String(type), names);
    Object.keys(fields)
      .filter((name) => !everywhere.has(name))
      .forEach((name) => names.add(name));
  }
  t.deepEqual(sorted(rows), sorted(seen));
});
