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
    `an object that is ${change} is printed in a line`,
    lines,
    [written({ change })],
    `${change.padEnd(12)}Deployment/web`,
  );
}
test("an unchanged object prints no line", lines, [written({ change: "unchanged" })]);
test("an applied object whose change is unknown prints no line", lines, [written()]);
test("a deletion prints no line until the object is gone", lines, [
  written({ change: "deleted", operation: "delete" }),
]);
test(
  "a rejected apply prints a line with the reason",
  lines,
  [written({ state: "Failed", message: "forbidden" })],
  `failed      Deployment/web: forbidden`,
);
test(
  "further lines of a failure reason are indented below the first",
  lines,
  [written({ state: "Failed", message: "first\n  second\nthird" })],
  `failed      Deployment/web: first`,
  "    second",
  "    third",
);
test(
  "a skipped object prints the reason with the rule and its location",
  lines,
  [
    written({
      state: "Skipped",
      because: { on: "/Namespace/shop", rule: "namespace", until: "ready", origin: "ns.yaml:3" },
    }),
  ],
  `skipped     Deployment/web because Namespace/shop is not ready (namespace, ns.yaml:3)`,
);
test("an object that is ready within a second prints no ready line", lines, [
  written({ change: "created" }),
  ended(900),
]);
test(
  "an object that takes longer to become ready prints a line with the time",
  lines,
  [written({ change: "created" }), ended(2500)],
  `ready       Deployment/web in 2.5s`,
);
test(
  "an object that fails while it is waited for prints a line with the reason",
  lines,
  [written({ change: "created" }), ended(2500, { state: "Failed", message: "no progress" })],
  `failed      Deployment/web: no progress`,
);
test(
  "a timed out object prints a line with its own verb",
  lines,
  [written({ change: "created" }), ended(2500, { state: "Timeout", message: "0 of 1 ready" })],
  `timed out   Deployment/web: 0 of 1 ready`,
);
test(
  "an interrupted wait prints the last message of the object",
  lines,
  [
    written({ change: "created" }),
    ended(2500, { state: "Interrupted", message: "interrupted: 0 of 1 ready" }),
  ],
  `interrupted  Deployment/web 0 of 1 ready`,
);
test(
  "a suspended object prints a line with the reason without delay",
  lines,
  [written({ change: "created" }), ended(11, { state: "Suspended", message: "it runs once it is resumed" })],
  `suspended   Deployment/web: it runs once it is resumed`,
);
test(
  "a deleted object prints a line once it is gone",
  lines,
  [written({ change: "deleted", operation: "delete" }), ended(500, { operation: "delete" })],
  `deleted     Deployment/web`,
);
test(
  "a pruned object prints a line once it is gone",
  lines,
  [written({ change: "deleted", operation: "prune" }), ended(500, { operation: "prune" })],
  `pruned      Deployment/web`,
);

test("a dry run prints what it would do, and no ready lines", (t) => {
  const dry = { dryRun: true };
  t.deepEqual(linesOf([written({ change: "created" })], dry), [`create      Deployment/web`]);
  t.deepEqual(linesOf([written({ change: "deleted", operation: "prune" })], dry), [
    `prune       Deployment/web`,
  ]);
  t.deepEqual(linesOf([written({ change: "created" }), ended(5000)], dry), []);
});

test("the reason for a skip names the state that was waited for", (t) => {
  const because = { on: "Namespace/shop", rule: "weight" };
  t.is(skipWords({ ...because, until: "ready" }), "because Namespace/shop is not ready (weight)");
  t.is(skipWords({ ...because, until: "present" }), "because Namespace/shop does not exist (weight)");
  t.is(skipWords({ ...because, until: "absent" }), "because Namespace/shop is not gone (weight)");
  t.is(skipWords({ ...because, until: "deleting" }), "because Namespace/shop is not being deleted (weight)");
});

test("a line is wrapped between words at the terminal width, and its control characters are escaped", (t) => {
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
