import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import {
  type Answers,
  bodies,
  openNotificationServer,
  sent,
  webhook,
} from "../../../fixtures/notification-server.ts";
import { recordedAt } from "../../../fixtures/recorded-run.ts";
import {
  endedRun,
  pendingAfter,
  recordedPlan,
  revisionOf,
  runOf,
  stateOf,
  syncAfter,
  wholeLife,
} from "../../../fixtures/recorded-sync.ts";
import type { SyncEvent } from "../../sync/sync-event.ts";
import type { NotificationTarget } from "../../sync/unit/unit.ts";

test("a webhook hears of a whole life, without what is told already", async (t) => {
  const stage = await openNotificationServer(t, webhook);
  await sent(stage, wholeLife);
  t.deepEqual(
    bodies(stage).map(
      ({ type, severity, message }) => `${type as string} ${severity as string}: ${message as string}`,
    ),
    [
      "runBegun info: applies aaaaaaa",
      "runEnded info: converged after 15.5s; 4 applied (2 created, 1 configured, 1 unchanged), 4 ready, 1 pruned",
      "runBegun info: applies bbbbbbb",
      "runEnded error: failed after 14s; 3 applied (2 created, 1 unchanged), 2 ready, 1 failed, 2 skipped",
      "sourceFailed warning: cannot reach git.example.com: connection refused; it is tried again",
      "sourceBack info: git is reachable again",
      "runBegun info: applies ccccccc",
      "runEnded info: converged after 15.5s; 4 applied (2 created, 1 configured, 1 unchanged), 4 ready, 1 pruned",
      "drift warning: 2 objects have drifted",
      "fight warning: another client keeps changing apps/namespaces/shop/Deployment/wordpress back; its corrections are paused",
    ],
  );
  t.deepEqual(stage.notices, []);
});

const first = runOf(1, "revision", revisionOf("a", "One"));
const failed = syncAfter(1, { type: "runEnded", run: endedRun(first, { verdict: "failed", message: "no" }) });

test("a run that fails again in the same way is told once, and that it is mended too", async (t) => {
  const stage = await openNotificationServer(t, webhook);
  const good = syncAfter(3, { type: "runEnded", run: endedRun(first, {}) });
  await sent(stage, [failed, failed, good, good, failed]);
  t.deepEqual(
    bodies(stage).map(({ verdict }) => verdict),
    ["failed", "converged", "failed"],
  );
});

function stateAt(phase: "Stalled" | "Reconciling" | "Ready"): SyncEvent {
  return syncAfter(1, { type: "state", state: stateOf("blog", { phase, message: "its path is missing" }) });
}

test("a unit that needs a person is told once until it does no more", async (t) => {
  const stage = await openNotificationServer(t, webhook);
  await sent(stage, [
    stateAt("Stalled"),
    stateAt("Reconciling"),
    stateAt("Stalled"),
    stateAt("Ready"),
    stateAt("Stalled"),
  ]);
  t.is(stage.arrived.length, 2);
});

test("a plan that waits for approval is sent once", async (t) => {
  const stage = await openNotificationServer(t, webhook);
  await sent(stage, [pendingAfter(1), pendingAfter(2)]);
  t.deepEqual(
    bodies(stage).map(({ type, severity, digest, commit }) => [type, severity, digest, commit]),
    [["planPending", "warning", recordedPlan.digest, recordedPlan.commit]],
  );
});

test("what a webhook is sent is signed with the secret of the moment", async (t) => {
  const stage = await openNotificationServer(
    t,
    (url) => ({ ...webhook(url), secretFile: "key" }) as NotificationTarget,
  );
  await sent(stage, [failed]);
  const body = stage.arrived[0]?.body ?? "";
  const digest = createHmac("sha256", "key-text").update(body).digest("hex");
  t.is(stage.arrived[0]?.headers["x-converge-signature-256"], `sha256=${digest}`);
  t.is(stage.arrived[0]?.headers["content-type"], "application/json");
});

test("a webhook hears of the units it names alone", async (t) => {
  const stage = await openNotificationServer(t, (url) => ({ ...webhook(url), units: ["shop"] }));
  await sent(stage, wholeLife);
  t.deepEqual(stage.arrived, []);
});

const delivered = test.macro({
  async exec(
    t,
    answers: Answers,
    expected: { readonly attempts: number; readonly pauses: readonly number[] },
    notice?: string,
  ) {
    const stage = await openNotificationServer(t, webhook, { answers });
    await sent(stage, [failed]);
    t.is(stage.arrived.length, expected.attempts);
    t.deepEqual(stage.pauses, expected.pauses);
    t.is(stage.notices.join("\n").replaceAll(new URL(stage.url).origin, "HOST"), notice ?? "");
    t.false(stage.notices.join("").includes("secret"));
  },
  title: (title = "") => title,
});

test("a server that stumbles is asked again", delivered, [[500], [502]], {
  attempts: 3,
  pauses: [1000, 2000],
});
test("a server says when to come back", delivered, [[429, { "Retry-After": "7" }]], {
  attempts: 2,
  pauses: [7000],
});
test("a server cannot send us away for long", delivered, [[503, { "Retry-After": "86400" }]], {
  attempts: 2,
  pauses: [60_000],
});
test(
  "a server may name a date to come back at",
  delivered,
  [[503, { "Retry-After": new Date(recordedAt + 5000).toUTCString() }]],
  { attempts: 2, pauses: [5000] },
);
test(
  "a server that stumbles for long is given up",
  delivered,
  Array.from({ length: 6 }, () => [500] as const),
  { attempts: 6, pauses: [1000, 2000, 4000, 8000, 16_000] },
  "a notification was not delivered: HOST answers with 500",
);
test(
  "what a server refuses is not sent again",
  delivered,
  [[404]],
  { attempts: 1, pauses: [] },
  "a notification was not delivered: HOST answers with 404",
);
test(
  "a redirect is not followed",
  delivered,
  [[302, { Location: "http://169.254.169.254/" }]],
  { attempts: 1, pauses: [] },
  "a notification was not delivered: HOST redirects (302); use the address that it redirects to",
);

test("when the sidecar ends, what is left is tried once and not again", async (t) => {
  const stage = await openNotificationServer(t, webhook, {
    answers: [[500], [200]],
    signal: AbortSignal.abort(),
  });
  const drift = syncAfter(1, { type: "drift", unit: "blog", drifts: [] });
  await sent(stage, [drift, drift]);
  t.is(stage.arrived.length, 2);
  t.deepEqual(stage.pauses, []);
  t.is(stage.notices.length, 1);
});

test("a reason is told once until something is delivered", async (t) => {
  const stage = await openNotificationServer(t, webhook, { answers: [[404], [404], [201], [404]] });
  const drift = syncAfter(1, { type: "drift", unit: "blog", drifts: [] });
  await sent(stage, [drift, drift, drift, drift]);
  t.is(stage.notices.length, 2);
});

test("a place that never answers is given up, and more than a hundred notifications do not wait for it", async (t) => {
  const clock = manualClock(0);
  const asked = Promise.withResolvers<void>();
  const stage = await openNotificationServer(t, webhook, {
    clock: { ...clock, sleep: async () => Promise.resolve() },
    send: async (_url, { signal }) => {
      asked.resolve();
      return new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => {
          reject(new Error("aborted"));
        });
        setImmediate(() => {
          clock.pass(10_000);
        });
      });
    },
  });
  const drift = syncAfter(1, { type: "drift", unit: "blog", drifts: [] });
  Array.from({ length: 102 }, () => drift).forEach((event) => {
    stage.notifier.emit(event);
  });
  await asked.promise;
  await stage.notifier.settled();
  t.deepEqual(
    stage.notices.map((notice) => notice.replace(/http:\S+/, "HOST")),
    [
      "more than 100 notifications are queued; the oldest are dropped",
      "a notification was not delivered: HOST no answer within 10s",
    ],
  );
});

test("docs/sync/notifications.md names every field that a webhook is sent", async (t) => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/sync/notifications.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]* \|$/gm)].map(([, name = ""]) => name);
  const stage = await openNotificationServer(t, webhook);
  await sent(stage, wholeLife);
  t.deepEqual(new Set(rows), new Set(bodies(stage).flatMap((body) => Object.keys(body))));
});
