import test from "ava";
import * as fc from "fast-check";

import { condition, live, reported } from "../../fixtures/live-object.ts";
import type { JsonObject } from "../object/json.ts";
import { parseReadyWhen } from "./ready-when.ts";

const status = {
  phase: "Running",
  replicas: 3,
  isOn: true,
  list: [
    { name: "a", ready: true },
    { name: "b", ready: true },
  ],
  conditions: [condition("Ready=True"), condition("Synced=False", "Denied", "no rights")],
};
const widget = live("example.com/v1/Widget", {
  metadata: { name: "web", labels: { "a.io/b": "c" } },
  status,
});

/** What an object says whose author wrote when it is ready. */
const says = test.macro({
  title: (_, readyWhen: string) => `${readyWhen} is told`,
  exec(t, readyWhen: string, expected: string, object: JsonObject = widget) {
    t.is(reported(object, { readyWhen }), expected);
  },
});

/** What holds for the widget. */
const holds = test.macro({
  title: (_, readyWhen: string) => `${readyWhen} holds`,
  exec(t, readyWhen: string) {
    t.is(reported(widget, { readyWhen }), `Current ReadyWhen: ${readyWhen}`);
  },
});

test(holds, "condition=Ready");
test(holds, "condition=ready=true");
test(holds, "condition=Synced=False");
test(holds, "jsonpath={.status.phase}=Running");
test(holds, "jsonpath='{.status.phase}'=Running");
test(holds, "jsonpath={.status.phase}='Running'");
test(holds, "jsonpath=status.phase=Running");
test(holds, "jsonpath=.status.replicas=3");
test(holds, "jsonpath={.status.isOn}=true");
test(holds, "jsonpath={.status.list}");
test(holds, "jsonpath={.status.list[0].name}=a");
test(holds, "jsonpath={.status.list[-1].name}=b");
test(holds, "jsonpath={.status.list[*].ready}=true");
test(holds, 'jsonpath={.status.list[?(@.name=="b")].ready}=true');
test(holds, "jsonpath={.status.list[?(@.name!='a')].name}=b");
test(holds, 'jsonpath={.status.conditions[?(@.type=="Ready")].status}=True');
test(holds, "jsonpath={.metadata.labels['a.io/b']}=c");
test(holds, String.raw`jsonpath={.metadata.labels.a\.io/b}=c`);
test(holds, "condition=Ready, jsonpath={.status.phase}=Running");

test(says, "condition=Synced", "InProgress Denied: Synced is False, not True: no rights");
test(says, "condition=Bound", "InProgress ConditionAbsent: it has no condition Bound yet");
test(says, "jsonpath={.status.phase}=Bound", "InProgress ValueNotMet: {.status.phase} is Running, not Bound");
test(says, "jsonpath={.status.url}", "InProgress ValueAbsent: {.status.url} is not set yet");
test(
  says,
  "jsonpath={.status.list[*].name}=a",
  "InProgress ValueNotMet: {.status.list[*].name} is a, b, not a",
);
test(says, "jsonpath={.status.list}=a", "InProgress ValueNotMet: {.status.list} is not a plain value, not a");
test(says, "condition=Ready,condition=Synced", "InProgress Denied: Synced is False, not True: no rights");
test(says, "jsonpath={.constructor.name}", "InProgress ValueAbsent: {.constructor.name} is not set yet");
test(
  says,
  "ready",
  'Failed ReadyWhenInvalid: converge.dev/ready-when cannot be read: unknown "ready"; write condition=Ready, condition=Ready=False or jsonpath={.status.phase}=Running',
);

const older = live("example.com/v1/Widget", {
  metadata: { generation: 2 },
  status: { ...status, observedGeneration: 1 },
});
const stale = "InProgress LatestGenerationNotObserved: its controller has observed generation 1, not yet 2";
test("a status of an older generation meets no wish, the rest of the object does", (t) => {
  t.is(reported(older, { readyWhen: "condition=Ready" }), stale);
  t.is(reported(older, { readyWhen: "jsonpath={.status.phase}=Running" }), stale);
  t.is(
    reported(older, { readyWhen: "jsonpath={.metadata.generation}=2" }),
    "Current ReadyWhen: jsonpath={.metadata.generation}=2",
  );
});

test("the value of a Secret is not told", (t) => {
  const secret = live("v1/Secret", { data: { token: "aHVudGVyMg==" } });
  t.is(
    reported(secret, { readyWhen: "jsonpath={.data.token}=x" }),
    "InProgress ValueNotMet: {.data.token} is another value, not x",
  );
});

test("an object that has failed is not waited for, whatever its author wished", (t) => {
  const job = live("batch/v1/Job", {
    status: { conditions: [condition("Failed=True", "BackoffLimitExceeded", "too often")] },
  });
  t.is(reported(job, { readyWhen: "condition=Complete" }), "Failed BackoffLimitExceeded: too often");
  t.is(reported(job, { readyWhen: "condition=Failed" }), "Current ReadyWhen: condition=Failed");
});

test("a failure in the words of a custom resource is its own matter", (t) => {
  const both = live("example.com/v1/Widget", { status: { conditions: [condition("Failed=True")] } });
  t.is(
    reported(both, { readyWhen: "condition=Done" }),
    "InProgress ConditionAbsent: it has no condition Done yet",
  );
});

for (const text of [
  "",
  "delete",
  "condition=",
  "condition=Ready=",
  "condition=Ready,",
  "jsonpath=",
  "jsonpath={.a",
  "jsonpath={}",
  "jsonpath={.a}=",
  "jsonpath={.a}==b",
  "jsonpath={..a}",
  "jsonpath={.a}{.b}",
  'jsonpath={.a[?(@.b=="c"||@.d=="e")]}',
  "jsonpath={.a[}",
]) {
  test(`"${text}" cannot be read`, (t) => {
    t.true("fault" in parseReadyWhen(text));
  });
}

test("a wish of any text is read or refused, and never throws", (t) => {
  const word = fc.constantFrom(
    "condition=",
    "jsonpath=",
    "{",
    "}",
    ".a",
    "[0]",
    "[*]",
    "[?(@.b==",
    '"c"',
    ")]",
    ",",
    "=",
    "'",
    "\\",
    "é",
    " ",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      t.regex(reported(widget, { readyWhen: words.join("") }), /^(Current|InProgress|Failed) /);
    }),
  );
});
