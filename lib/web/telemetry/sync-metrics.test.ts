import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";
import { parse } from "yaml";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { outcomeOf, targetOf } from "../../../fixtures/recorded-run.ts";
import {
  endedRun,
  revisionOf,
  runOf,
  stateOf,
  syncAfter,
  wholeLife,
} from "../../../fixtures/recorded-sync.ts";
import type { SyncEvent } from "../../sync/sync-event.ts";
import type { Phase } from "../../sync/unit/unit-state.ts";
import { startServer } from "../server/server.ts";
import { router } from "../server/router.ts";
import { metricRows } from "./metric-table.ts";
import { operationRoutes, syncProbes } from "./ops-routes.ts";
import { syncMetrics } from "./sync-metrics.ts";

async function measured(events: readonly SyncEvent[]): Promise<string> {
  const metrics = syncMetrics({ version: "0.1.0", process: false });
  events.forEach((event) => {
    metrics.emit(event);
  });
  return (await metrics.exposition()).text;
}

/** The lines of a metrics text that begin with the given start. */
function seriesOf(text: string, start: string): readonly string[] {
  return text.split("\n").filter((line) => line.startsWith(start));
}

const golden = join(import.meta.dirname, "metrics.golden.txt");

test("the metrics of a recorded sequence of all events match the golden file", async (t) => {
  const text = await measured(wholeLife);
  t.is(text, readFileSync(golden, "utf8"));
});

test("a unit that is no longer configured has no series", async (t) => {
  const text = await measured(wholeLife);
  t.true(text.includes('unit="blog"'));
  t.false(text.includes('unit="shop"'));
});

test("a unit that waits for a ring counts as up to date while it is ready at its last commit", async (t) => {
  const [first, second] = [revisionOf("a", "Add it"), revisionOf("b", "Change it")];
  const waiting = { message: "waits for ring canary" };
  const upToDate = async (phase: Phase): Promise<readonly string[]> => {
    const state = stateOf("shop", { phase, applied: first, observed: second, waiting });
    return seriesOf(await measured([syncAfter(0, { type: "state", state })]), "converge_unit_up_to_date{");
  };
  t.deepEqual(await upToDate("Ready"), ['converge_unit_up_to_date{unit="shop"} 1']);
  t.deepEqual(await upToDate("Failed"), ['converge_unit_up_to_date{unit="shop"} 0']);
});

test("a unit that is kept by another replica exposes only its phase", async (t) => {
  const text = await measured([
    syncAfter(0, { type: "state", state: stateOf("shop", { phase: "Ready" }) }),
    syncAfter(1, { type: "state", state: stateOf("shop", { phase: "Elsewhere" }) }),
  ]);
  t.deepEqual(seriesOf(text, "converge_unit_ready{"), []);
  t.deepEqual(
    seriesOf(text, "converge_unit_phase{").filter((line) => line.endsWith(" 1")),
    ['converge_unit_phase{unit="shop",phase="Elsewhere"} 1'],
  );
});

test("metrics of a unit in another cluster have its label, even after the unit moved there", async (t) => {
  const text = await measured([
    syncAfter(0, { type: "state", state: stateOf("shop", { phase: "Ready" }) }),
    syncAfter(1, { type: "state", state: stateOf("shop", { phase: "Ready", cluster: "eu" }) }),
    syncAfter(2, { type: "looked", unit: "shop", took: 5, failed: true }),
  ]);
  t.deepEqual(seriesOf(text, "converge_unit_ready{"), ['converge_unit_ready{unit="shop",cluster="eu"} 1']);
  t.deepEqual(seriesOf(text, "converge_source_look_failures_total{"), [
    'converge_source_look_failures_total{unit="shop",cluster="eu"} 1',
  ]);
});

test("a rejected apply is counted once, even if details are found later", async (t) => {
  const run = runOf(1, "start", revisionOf("a", ""));
  const target = targetOf("apps/namespaces/shop/Deployment/web");
  const place = { target, operation: "apply", at: 0 } as const;
  const text = await measured([
    syncAfter(0, { type: "runBegun", run }),
    syncAfter(1, { type: "apply", run, event: { ...place, type: "actuation", state: "Failed" } }),
    syncAfter(2, { type: "apply", run, event: { ...place, type: "reconcile", state: "Failed" } }),
    syncAfter(3, {
      type: "runEnded",
      run: endedRun(run, {
        verdict: "failed",
        outcomes: [outcomeOf(target.key, { actuation: "Failed", reconcile: "Skipped" })],
      }),
    }),
  ]);
  t.deepEqual(seriesOf(text, "converge_object_failures_total{"), [
    'converge_object_failures_total{unit="blog",failure="write"} 1',
  ]);
});

test("git polls are timed, and failed polls are counted", async (t) => {
  const metrics = syncMetrics({ version: "0.1.0", process: false });
  metrics.emit({ type: "looked", at: 0, unit: "blog", took: 250, failed: false });
  metrics.emit({ type: "looked", at: 0, unit: "blog", took: 10_000, failed: true });
  const { text } = await metrics.exposition();
  t.deepEqual(seriesOf(text, "converge_source_look_duration_seconds_sum"), [
    'converge_source_look_duration_seconds_sum{unit="blog"} 10.25',
  ]);
  t.deepEqual(seriesOf(text, "converge_source_look_failures_total{"), [
    'converge_source_look_failures_total{unit="blog"} 1',
  ]);
});

const page = readFileSync(join(import.meta.dirname, "../../../docs/sync/metrics.md"), "utf8");

test("docs/sync/metrics.md documents every metric as it is registered", (t) => {
  const reported = [...page.matchAll(/^\| `(converge_\w+)` \| (\w+) \| ([^|]*) \| ([^|]*) \|$/gm)].map(
    ([, name, type, labels, help]) => ({ name, type, labels, help }),
  );
  const registered = Object.values(metricRows).map(({ name, type, ofUnit, labels, help }) => ({
    name,
    type,
    labels:
      [
        ...(ofUnit ? ["`unit`"] : []),
        ...Object.entries(labels).map(
          ([label, values]) => `\`${label}\` (${values.map((value) => `\`${value}\``).join(", ")})`,
        ),
      ].join(", ") || "–",
    help,
  }));
  const info = {
    name: "converge_build_info",
    type: "gauge",
    labels: "`version`",
    help: "Always 1, labeled with the version of converge.",
  };
  t.deepEqual(reported, [info, ...registered]);
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly annotations: { readonly summary: string };
}

test("the alert rules of deploy/examples/alerts.yaml are well-formed, and use existing metrics", (t) => {
  const text = readFileSync(join(import.meta.dirname, "../../../deploy/examples/alerts.yaml"), "utf8");
  const { groups } = parse(text) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  t.true(rules.length >= 5);
  const known = new Set(Object.values(metricRows).map(({ name }) => name));
  for (const { alert, expr, annotations } of rules) {
    const named = expr.match(/converge_\w+/g) ?? [];
    t.true(named.length > 0, alert);
    t.deepEqual(
      named.filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, ""))),
      [],
      alert,
    );
    t.true(annotations.summary.length > 0, alert);
  }
});

test("the sidecar becomes and stays ready once it is configured, has joined, and has checked each unit it keeps", async (t) => {
  const metrics = syncMetrics({ version: "0.1.0", process: true });
  const probes = syncProbes();
  const server = await startServer("127.0.0.1:0", router(operationRoutes(metrics, probes)), {
    clock: manualClock(0),
    fault: (error) => {
      t.fail(String(error));
    },
  });
  t.teardown(server.close);
  const ask = async (path: string): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return `${answer.status} ${await answer.text()}`;
  };
  const keeps = ["a", "b", "c", "d", "e", "f", "g"];
  t.is(await ask("/healthz"), "200 ok\n");
  t.is(
    await ask("/readyz"),
    "503 [-]configuration not read yet\n[-]members not joined yet\n[+]units ok\nnot ready\n",
  );
  probes.configured();
  probes.emit(syncAfter(0, { type: "members", members: ["x"], self: "x", keeps }));
  probes.emit(syncAfter(1, { type: "sourceFailed", unit: "a", message: "" }));
  probes.emit(syncAfter(1, { type: "state", state: stateOf("b") }));
  t.is(
    await ask("/readyz"),
    "503 [+]configuration ok\n[+]members ok\n[-]units not checked yet: b, c, d, e, f and 1 more\nnot ready\n",
  );
  keeps.forEach((unit) => {
    probes.emit(syncAfter(2, { type: "state", state: stateOf(unit, { phase: "Reconciling" }) }));
  });
  t.is(await ask("/readyz"), "200 ok\n");
  probes.emit(syncAfter(3, { type: "members", members: ["x"], self: "x", keeps: [...keeps, "h"] }));
  t.is(await ask("/readyz?verbose"), "200 [+]configuration ok\n[+]members ok\n[+]units ok\nok\n");
  const text = await ask("/metrics");
  t.regex(text, /^process_resident_memory_bytes \d+$/m);
  t.regex(text, /^nodejs_eventloop_lag_p99_seconds /m);
});

test("only counters have names that end in _total, including process metrics", async (t) => {
  const { text } = await syncMetrics({ version: "0.1.0", process: true }).exposition();
  t.regex(text, /^# TYPE nodejs_active_resources gauge$/m);
  t.deepEqual(
    [...text.matchAll(/^# TYPE (\S+_total) (\w+)$/gm)].filter(([, , type]) => type !== "counter"),
    [],
  );
});
