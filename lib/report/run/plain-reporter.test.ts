import test from "ava";

import {
  after,
  failedRun,
  finishOf,
  goodRun,
  groupOf,
  outcomeOf,
  recordedAt,
  startOf,
  targetOf,
} from "../../../fixtures/recorded-run.ts";
import { manualClock } from "../../../fixtures/manual-clock.ts";
import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";
import { plainReporter } from "./plain-reporter.ts";

const web = "apps/namespaces/shop/Deployment/web";

test("a successful run prints one line per change, and a summary with counts", (t) => {
  t.is(
    printed(goodRun),
    `installing blog in shop on https://127.0.0.1:6443: 5 objects in 4 groups, 1 to prune
group 1 of 4: 1 object
created     Namespace/shop
group 2 of 4: 2 objects
retrying    StatefulSet/mysql in 1s: 429 too many requests
created     StatefulSet/mysql
waiting     StatefulSet/mysql for 12s: 0 of 1 replicas ready
ready       StatefulSet/mysql in 12.1s
group 2 finished in 12.1s: 2 done
group 3 of 4: 1 object
configured  Deployment/wordpress
ready       Deployment/wordpress in 3.4s
group 3 finished in 3.4s: 1 done
group 4 of 4: 1 object to prune
pruned      ConfigMap/old
note: StatefulSet/mysql: took over spec.replicas from kubectl

4 applied (2 created, 1 configured, 1 unchanged), 4 ready, 1 pruned in 15.5s
critical path: Namespace/shop → StatefulSet/mysql (12.1s) → Deployment/wordpress (3.4s)
`,
  );
});

test("a failure is printed with its details, and the number of objects skipped because of it", (t) => {
  const text = printed(failedRun);
  t.is(
    text.slice(text.indexOf("failed ")),
    `failed      StatefulSet/mysql: container mysql crashes again and again
    pod/mysql-0: container mysql waiting: CrashLoopBackOff
    event: Back-off restarting failed container mysql
    log of mysql-0/mysql:
      | ::error::no\\x1b[2J
      | ##[warning]database is locked
group 2 finished in 14s: 1 done, 1 failed
skipped     Deployment/wordpress because StatefulSet/mysql is not ready (depends-on, web.yaml:12)
skipped     ConfigMap/old because StatefulSet/mysql is not ready (prune)

failed after 14s; 3 applied (2 created, 1 unchanged), 2 ready, 1 failed, 2 skipped
  StatefulSet/mysql failed: container mysql crashes again and again; 2 objects skipped because of it
    pod/mysql-0: container mysql waiting: CrashLoopBackOff
`,
  );
});

test("on a terminal of 40 columns lines are wrapped between words", (t) => {
  t.is(
    printed(failedRun, { width: 40 }).split("\n").slice(-10).join("\n"),
    `
failed after 14s; 3 applied (2 created,
  1 unchanged), 2 ready, 1 failed, 2
  skipped
  StatefulSet/mysql failed: container
    mysql crashes again and again; 2
    objects skipped because of it
    pod/mysql-0: container mysql
    waiting: CrashLoopBackOff
`,
  );
});

test("on GitHub each group is foldable, failures are outside of groups, and logs cannot inject commands", (t) => {
  const lines = printed(failedRun, { ci: "github" }).split("\n");
  const markers = lines.flatMap((line) => {
    const marker = /^::\w+(?:::| )|^failed {2}/.exec(line)?.[0];
    return marker === undefined ? [] : [marker];
  });
  t.deepEqual(markers, ["::group::", "::endgroup::", "::group::", "::endgroup::", "failed  ", "::error "]);
  t.false(lines.some((line) => /^\s+::error|##\[/.test(line)));
});

test("on GitLab groups are collapsible sections", (t) => {
  const text = printed(goodRun, { ci: "gitlab" });
  t.deepEqual(
    // oxlint-disable-next-line no-control-regex -- the markers of sections.
    [...text.matchAll(/\u001B\[0K(section_\w+:\d+:\w+)\r\u001B\[0K/g)]
      .map(([, marker]) => marker)
      .slice(0, 3),
    [
      "section_start:1795248000:converge_1",
      "section_end:1795248000:converge_1",
      "section_start:1795248000:converge_2",
    ],
  );
  t.is(text.split("section_start").length, text.split("section_end").length);
});

test("coloured output has the same text as plain output", (t) => {
  // oxlint-disable-next-line no-control-regex -- the escape sequences of colours.
  const escapes = /\u001B\[\d+m/g;
  for (const width of [undefined, 80, 120]) {
    t.is(printed(failedRun, { color: true, width }).replaceAll(escapes, ""), printed(failedRun, { width }));
  }
});

test("control characters from the cluster are escaped", (t) => {
  const target = targetOf("apps/namespaces/shop/Deployment/w\u001B[2Jeb\u202E");
  const message = "no\u001B]0;title\u0007\nsecond\r\u009Bline";
  const text = printed([
    startOf([], { release: "r\u001B[1m", server: "s\u001B[1m" }),
    after(1, { type: "actuation", target, operation: "apply", state: "Failed", message }),
    after(2, { type: "notice", level: "warning", target, message }),
    after(3, { type: "retry", target, message, delay: 1 }),
    finishOf(4, {
      verdict: "failed",
      message,
      outcomes: [outcomeOf(target.key, { actuation: "Failed", reconcile: "Skipped", message })],
      criticalPath: [target.key],
    }),
  ]);
  // oxlint-disable-next-line no-control-regex -- no control character but the line break.
  t.notRegex(text, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
});

test("a long wait is printed after 10 s and then each time it doubles, without any event", (t) => {
  const clock = manualClock(recordedAt);
  let text = "";
  const emit = plainReporter({ write: (more) => (text += more), color: false, clock });
  emit(startOf([[web, 1]]));
  emit(after(0, { type: "sending", target: targetOf(web), operation: "apply" }));
  clock.pass(100_000);
  t.deepEqual(text.split("\n").slice(1, -1), [
    `waiting     Deployment/web for 10s`,
    `waiting     Deployment/web for 20s`,
    `waiting     Deployment/web for 40s`,
    `waiting     Deployment/web for 1m20s`,
  ]);
  emit(finishOf(100_000, {}));
  t.is(clock.pending(), 0);
});

test("only the longest of many long waits are printed, the rest are counted", (t) => {
  const keys = Array.from({ length: 20 }, (_, index) => `/namespaces/shop/Pod/p${index}`);
  const text = printed([
    startOf(keys.map((key) => [key, 1])),
    ...keys.map((key, index) => after(index, { type: "sending", target: targetOf(key), operation: "apply" })),
    after(30_000, { type: "notice", level: "note", message: "still here" }),
  ]);
  t.deepEqual(text.split("\n").slice(1, -1), [
    ...["p0", "p1", "p2", "p3", "p4"].map((name) => `waiting     Pod/${name} for 30s`),
    "            and 15 more objects",
    "note: still here",
  ]);
});

test("a reason for retries is printed once, and the number of retries at the end", (t) => {
  const retry = after(1, { type: "retry", message: "429 too many requests", delay: 500 });
  const text = printed([startOf([]), retry, retry, retry, finishOf(10, {})]);
  t.deepEqual(text.split("\n").slice(1), [
    "retrying    in 0.5s: 429 too many requests",
    "",
    "nothing to do in 0s",
    "3 attempts repeated: 429 too many requests",
    "",
  ]);
});

test("a rejected apply is printed once, and details found later below the object's name", (t) => {
  const target = targetOf(web);
  const trouble = { pods: ["pod/web-1: Pending"], events: [], logs: [], blockers: [] };
  const refused = { type: "actuation", target, operation: "apply", state: "Failed", message: "no" } as const;
  const skipped = { type: "reconcile", target, operation: "apply", state: "Skipped", message: "no" } as const;
  const reported = (end: ApplyEvent): readonly string[] =>
    printed([startOf([[web, 1]]), after(1, refused), end])
      .split("\n")
      .slice(1, -1);
  t.deepEqual(reported(after(2, skipped)), ["failed      Deployment/web: no"]);
  const details = ["details     Deployment/web", "    pod/web-1: Pending"];
  t.deepEqual(reported(after(2, { ...skipped, trouble })), ["failed      Deployment/web: no", ...details]);
});

const ends = test.macro({
  exec(t, event: ApplyEvent, end: string) {
    t.is(printed([event]), `${end}\n`);
  },
  title: (_, _event, end: string) => `the last line of a run is ${JSON.stringify(end)}`,
});

test(ends, finishOf(5, { verdict: "refused", message: "b" }), "nothing was sent: b");
test(ends, finishOf(5, { verdict: "refused", message: "b\n c" }), "nothing was sent:\n  b\n  c");
test(ends, finishOf(5, { verdict: "unreachable", message: "x\n y" }), "no access to the cluster: x y");
test(ends, finishOf(5, { verdict: "unreachable", message: "x" }), "no access to the cluster: x");
test(ends, finishOf(300_000, { verdict: "timedOut" }), "timed out after 5m0s");
test(ends, finishOf(1500, { verdict: "interrupted" }), "interrupted after 1.5s; run it again to continue");
test(ends, finishOf(1500, {}), "nothing to do in 1.5s");

test("a dry run prints what it would do", (t) => {
  const target = targetOf(web);
  const run = [
    startOf([[web, 1]], { dryRun: true, action: "upgrade" }),
    after(0, { type: "group", group: groupOf(1, 1), state: "started" }),
    after(1, { type: "actuation", target, operation: "apply", state: "Succeeded", change: "created" }),
    after(2, { type: "reconcile", target, operation: "apply", state: "Succeeded" }),
    after(3, { type: "group", group: groupOf(1, 1), state: "finished" }),
    finishOf(4, {
      outcomes: [outcomeOf(web, { actuation: "Succeeded", reconcile: "Succeeded", change: "created" })],
    }),
  ];
  t.is(
    printed(run),
    `upgrading blog in shop on https://127.0.0.1:6443 (dry run, nothing is written): 1 object in 1 group
group 1 of 1: 1 object
create      Deployment/web

dry run: 1 to create
`,
  );
});

test("a dry run of a deletion prints every object once, and none as deleted", (t) => {
  const target = targetOf(web);
  const run = [
    startOf([[web, 1, "delete"]], { dryRun: true, action: "delete" }),
    after(0, { type: "group", group: groupOf(1, 1, "delete"), state: "started" }),
    after(1, { type: "actuation", target, operation: "delete", state: "Succeeded", change: "deleted" }),
    after(2, { type: "reconcile", target, operation: "delete", state: "Succeeded" }),
    after(3, { type: "group", group: groupOf(1, 1, "delete"), state: "finished" }),
    finishOf(4, {
      outcomes: [
        outcomeOf(web, {
          operation: "delete",
          actuation: "Succeeded",
          reconcile: "Succeeded",
          change: "deleted",
        }),
      ],
    }),
  ];
  t.is(
    printed(run).slice(printed(run).indexOf("delete ")),
    `delete      Deployment/web

dry run: 1 to delete
`,
  );
});

test("a rollback prints its target revision, and a run prints the revision it recorded", (t) => {
  const start = startOf([], { action: "rollback", rollbackTo: 3 });
  t.is(
    printed([start, finishOf(500, { revision: 5 })]),
    `rolling back blog to revision 3 in shop on https://127.0.0.1:6443: nothing to do

nothing to do in 0.5s, revision 5
`,
  );
  t.true(
    printed([start, finishOf(500, { verdict: "failed", revision: 5 })]).endsWith(
      "\nfailed after 0.5s; revision 5\n",
    ),
  );
});
