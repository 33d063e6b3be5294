import test from "ava";

import { after, recordedAt, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";
import { makePaint } from "../terminal/terminal-color.ts";
import { factLines, factOf, skipWords } from "./event-line.ts";
import { RunProgress } from "./run-progress.ts";

const web = "apps/namespaces/shop/Deployment/web";
const target = targetOf(web);
const paint = makePaint(false);

type Actuation = Extract<ApplyEvent, { readonly type: "actuation" }>;
type Reconcile = Extract<ApplyEvent, { readonly type: "reconcile" }>;

const written = (facts: Partial<Actuation> = {}): Actuation => ({
  at: recordedAt + 10,
  type: "actuation",
  target,
  operation: "apply",
  state: "Succeeded",
  ...facts,
});
const ended = (milliseconds: number, facts: Partial<Reconcile> = {}): Reconcile => ({
  at: recordedAt + milliseconds,
  type: "reconcile",
  target,
  operation: "apply",
  state: "Succeeded",
  ...facts,
});

/** The lines of the last of these events, in a run that sends the object at its beginning. */
const lines = test.macro((t, events: readonly ApplyEvent[], ...expected: readonly string[]) => {
  t.deepEqual(linesOf(events), expected);
});

function linesOf(
  events: readonly ApplyEvent[],
  facts: Partial<Extract<ApplyEvent, { type: "start" }>> = {},
): readonly string[] {
  const progress = new RunProgress();
  const before = [
    startOf([[web, 1]], facts),
    after(0, { type: "sending", target, operation: "apply" } as const),
  ];
  for (const event of [...before, ...events]) {
    progress.emit(event);
  }
  const last = events.at(-1);
  const fact = last && factOf(last, progress, paint);
  return fact === undefined ? [] : factLines(fact, { paint, width: undefined });
}

for (const change of ["created", "configured", "recreated", "adopted", "detached"] as const) {
  test(
    `an object that is ${change} has a line`,
    lines,
    [written({ change })],
    `${change.padEnd(12)}Deployment/web`,
  );
}
test("an object that is unchanged has no line", lines, [written({ change: "unchanged" })]);
test("a write whose change is not known has no line", lines, [written()]);
test("a deletion has no line until the object is gone", lines, [
  written({ change: "deleted", operation: "delete" }),
]);
test(
  "a refused write has a line with the reason",
  lines,
  [written({ state: "Failed", message: "forbidden" })],
  `failed      Deployment/web: forbidden`,
);
test(
  "a reason of several lines is indented below",
  lines,
  [written({ state: "Failed", message: "first\n  second\nthird" })],
  `failed      Deployment/web: first`,
  "    second",
  "    third",
);
test(
  "a skipped object has the reason, with the rule and its place",
  lines,
  [
    written({
      state: "Skipped",
      because: { on: "/Namespace/shop", rule: "namespace", until: "ready", origin: "ns.yaml:3" },
    }),
  ],
  `skipped     Deployment/web because Namespace/shop is not ready (namespace, ns.yaml:3)`,
);
test("an object that is ready at once has no line of its own", lines, [
  written({ change: "created" }),
  ended(900),
]);
test(
  "an object that takes longer has a line with the time",
  lines,
  [written({ change: "created" }), ended(2500)],
  `ready       Deployment/web in 2.5s`,
);
test(
  "a failure while it is waited for has a line with the reason",
  lines,
  [written({ change: "created" }), ended(2500, { state: "Failed", message: "no progress" })],
  `failed      Deployment/web: no progress`,
);
test(
  "a timeout has a line of its own word",
  lines,
  [written({ change: "created" }), ended(2500, { state: "Timeout", message: "0 of 1 ready" })],
  `timed out   Deployment/web: 0 of 1 ready`,
);
test(
  "an interruption has the last message of the object",
  lines,
  [
    written({ change: "created" }),
    ended(2500, { state: "Interrupted", message: "interrupted: 0 of 1 ready" }),
  ],
  `interrupted  Deployment/web 0 of 1 ready`,
);
test(
  "an object on which work is paused has a line at once, with the reason",
  lines,
  [written({ change: "created" }), ended(11, { state: "Suspended", message: "it runs once it is resumed" })],
  `suspended   Deployment/web: it runs once it is resumed`,
);
test(
  "an object that is gone has a line",
  lines,
  [written({ change: "deleted", operation: "delete" }), ended(500, { operation: "delete" })],
  `deleted     Deployment/web`,
);
test(
  "an object that is pruned has a line",
  lines,
  [written({ change: "deleted", operation: "prune" }), ended(500, { operation: "prune" })],
  `pruned      Deployment/web`,
);

test("a dry run says what would be done, and no ends", (t) => {
  const dry = { dryRun: true };
  t.deepEqual(linesOf([written({ change: "created" })], dry), [`create      Deployment/web`]);
  t.deepEqual(linesOf([written({ change: "deleted", operation: "prune" })], dry), [
    `prune       Deployment/web`,
  ]);
  t.deepEqual(linesOf([written({ change: "created" }), ended(5000)], dry), []);
});

test("the reason of a skip is the state that was waited for", (t) => {
  const because = { on: "Namespace/shop", rule: "weight" };
  t.is(skipWords({ ...because, until: "ready" }), "because Namespace/shop is not ready (weight)");
  t.is(skipWords({ ...because, until: "present" }), "because Namespace/shop does not exist (weight)");
  t.is(skipWords({ ...because, until: "absent" }), "because Namespace/shop is not gone (weight)");
  t.is(skipWords({ ...because, until: "deleting" }), "because Namespace/shop is not being deleted (weight)");
});

test("a line is wrapped between words at the width of the terminal, and what is dangerous in it escaped", (t) => {
  const fact = {
    verb: "failed",
    tone: "error",
    name: "Namespace/a",
    words: "one two\u001B[2J three",
    failed: true,
    below: [],
  } as const;
  t.deepEqual(factLines(fact, { paint, width: 34 }), [
    "failed      Namespace/a: one",
    String.raw`  two\x1b[2J three`,
  ]);
});
