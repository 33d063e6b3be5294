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

test("a webhook gets a notification for each significant event, without repetitions", async (t) => {
  const endpoint = await openNotificationServer(t, webhook);
  await sent(endpoint, wholeLife);
  t.deepEqual(
    bodies(endpoint).map(
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
  t.deepEqual(endpoint.notices, []);
});

const first = runOf(1, "revision", revisionOf("a", "One"));
const failed = syncAfter(1, { type: "runEnded", run: endedRun(first, { verdict: "failed", message: "no" }) });

test("a run that fails repeatedly is notified once, and its recovery once", async (t) => {
  const endpoint = await openNotificationServer(t, webhook);
  const good = syncAfter(3, { type: "runEnded", run: endedRun(first, {}) });
  await sent(endpoint, [failed, failed, good, good, failed]);
  t.deepEqual(
    bodies(endpoint).map(({ verdict }) => verdict),
    ["failed", "converged", "failed"],
  );
});

function stateAt(phase: "Stalled" | "Reconciling" | "Ready"): SyncEvent {
  return syncAfter(1, { type: "state", state: stateOf("blog", { phase, message: "its path is missing" }) });
}

test("a stalled unit is notified once until it is ready again", async (t) => {
  const endpoint = await openNotificationServer(t, webhook);
  await sent(endpoint, [
    stateAt("Stalled"),
    stateAt("Reconciling"),
    stateAt("Stalled"),
    stateAt("Ready"),
    stateAt("Stalled"),
  ]);
  t.is(endpoint.arrived.length, 2);
});

test("a plan that waits for approval is sent once", async (t) => {
  const endpoint = await openNotificationServer(t, webhook);
  await sent(endpoint, [pendingAfter(1), pendingAfter(2)]);
  t.deepEqual(
    bodies(endpoint).map(({ type, severity, digest, commit }) => [type, severity, digest, commit]),
    [["planPending", "warning", recordedPlan.digest, recordedPlan.commit]],
  );
});

test("a webhook notification is signed with the secret", async (t) => {
  const endpoint = await openNotificationServer(
    t,
    (url) => ({ ...webhook(url), secretFile: "key" }) as NotificationTarget,
  );
  await sent(endpoint, [failed]);
  const body = endpoint.arrived[0]?.body ?? "";
  const digest = createHmac("sha256", "key-text").update(body).digest("hex");
  t.is(endpoint.arrived[0]?.headers["x-converge-signature-256"], `sha256=${digest}`);
  t.is(endpoint.arrived[0]?.headers["content-type"], "application/json");
});

test("a webhook gets notifications only of its configured units", async (t) => {
  const endpoint = await openNotificationServer(t, (url) => ({ ...webhook(url), units: ["shop"] }));
  await sent(endpoint, wholeLife);
  t.deepEqual(endpoint.arrived, []);
});

const delivered = test.macro({
  async exec(
    t,
    answers: Answers,
    expected: { readonly attempts: number; readonly pauses: readonly number[] },
    notice?: string,
  ) {
    const endpoint = await openNotificationServer(t, webhook, { answers });
    await sent(endpoint, [failed]);
    t.is(endpoint.arrived.length, expected.attempts);
    t.deepEqual(endpoint.pauses, expected.pauses);
    t.is(endpoint.notices.join("\n").replaceAll(new URL(endpoint.url).origin, "HOST"), notice ?? "");
    t.false(endpoint.notices.join("").includes("secret"));
  },
  title: (title = "") => title,
});

test("delivery is retried with a backoff after a server error", delivered, [[500], [502]], {
  attempts: 3,
  pauses: [1000, 2000],
});
test("delivery is retried after the seconds in Retry-After", delivered, [[429, { "Retry-After": "7" }]], {
  attempts: 2,
  pauses: [7000],
});
test("a long Retry-After is limited to one minute", delivered, [[503, { "Retry-After": "86400" }]], {
  attempts: 2,
  pauses: [60_000],
});
test(
  "delivery is retried after the date in Retry-After",
  delivered,
  [[503, { "Retry-After": new Date(recordedAt + 5000).toUTCString() }]],
  { attempts: 2, pauses: [5000] },
);
test(
  "delivery is given up after repeated server errors",
  delivered,
  Array.from({ length: 6 }, () => [500] as const),
  { attempts: 6, pauses: [1000, 2000, 4000, 8000, 16_000] },
  "a notification was not delivered: HOST answers with 500",
);
test(
  "a notification rejected with a client error is not retried",
  delivered,
  [[404]],
  { attempts: 1, pauses: [] },
  "a notification was not delivered: HOST answers with 404",
);
test(
  "a redirect of a notification is not followed",
  delivered,
  [[302, { Location: "http://169.254.169.254/" }]],
  { attempts: 1, pauses: [] },
  "a notification was not delivered: HOST redirects (302); use the address that it redirects to",
);

test("on shutdown, queued notifications are tried once without retries", async (t) => {
  const endpoint = await openNotificationServer(t, webhook, {
    answers: [[500], [200]],
    signal: AbortSignal.abort(),
  });
  const drift = syncAfter(1, { type: "drift", unit: "blog", drifts: [] });
  await sent(endpoint, [drift, drift]);
  t.is(endpoint.arrived.length, 2);
  t.deepEqual(endpoint.pauses, []);
  t.is(endpoint.notices.length, 1);
});

test("a delivery failure is reported once until a delivery succeeds", async (t) => {
  const endpoint = await openNotificationServer(t, webhook, { answers: [[404], [404], [201], [404]] });
  const drift = syncAfter(1, { type: "drift", unit: "blog", drifts: [] });
  await sent(endpoint, [drift, drift, drift, drift]);
  t.is(endpoint.notices.length, 2);
});

test("delivery to a server that never responds times out, and at most a hundred notifications are queued", async (t) => {
  const clock = manualClock(0);
  const asked = Promise.withResolvers<void>();
  const endpoint = await openNotificationServer(t, webhook, {
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
    endpoint.notifier.emit(event);
  });
  await asked.promise;
  await endpoint.notifier.settled();
  t.deepEqual(
    endpoint.notices.map((notice) => notice.replace(/http:\S+/, "HOST")),
    [
      "more than 100 notifications are queued; the oldest are dropped",
      "a notification was not delivered: HOST no answer within 10s",
    ],
  );
});

test("docs/sync/notifications.md documents every field of a webhook notification", async (t) => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/sync/notifications.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]* \|$/gm)].map(([, name = ""]) => name);
  const endpoint = await openNotificationServer(t, webhook);
  await sent(endpoint, wholeLife);
  t.deepEqual(new Set(rows), new Set(bodies(endpoint).flatMap((body) => Object.keys(body))));
});
