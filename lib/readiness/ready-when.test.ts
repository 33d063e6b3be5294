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

/** The readiness of an object with that ready-when. */
const reports = test.macro({
  title: (_, readyWhen: string) => `ready-when ${readyWhen} is reported as not met`,
  exec(t, readyWhen: string, expected: string, object: JsonObject = widget) {
    t.is(reported(object, { readyWhen }), expected);
  },
});

/** A ready-when that the widget meets. */
const isMet = test.macro({
  title: (_, readyWhen: string) => `ready-when ${readyWhen} is met`,
  exec(t, readyWhen: string) {
    t.is(reported(widget, { readyWhen }), `Current ReadyWhen: ${readyWhen}`);
  },
});

test(isMet, "condition=Ready");
test(isMet, "condition=ready=true");
test(isMet, "condition=Synced=False");
test(isMet, "jsonpath={.status.phase}=Running");
test(isMet, "jsonpath='{.status.phase}'=Running");
test(isMet, "jsonpath={.status.phase}='Running'");
test(isMet, "jsonpath=status.phase=Running");
test(isMet, "jsonpath=.status.replicas=3");
test(isMet, "jsonpath={.status.isOn}=true");
test(isMet, "jsonpath={.status.list}");
test(isMet, "jsonpath={.status.list[0].name}=a");
test(isMet, "jsonpath={.status.list[-1].name}=b");
test(isMet, "jsonpath={.status.list[*].ready}=true");
test(isMet, 'jsonpath={.status.list[?(@.name=="b")].ready}=true');
test(isMet, "jsonpath={.status.list[?(@.name!='a')].name}=b");
test(isMet, 'jsonpath={.status.conditions[?(@.type=="Ready")].status}=True');
test(isMet, "jsonpath={.metadata.labels['a.io/b']}=c");
test(isMet, String.raw`jsonpath={.metadata.labels.a\.io/b}=c`);
test(isMet, "condition=Ready, jsonpath={.status.phase}=Running");

test(reports, "condition=Synced", "InProgress Denied: Synced is False, not True: no rights");
test(reports, "condition=Bound", "InProgress ConditionAbsent: it has no condition Bound yet");
test(
  reports,
  "jsonpath={.status.phase}=Bound",
  "InProgress ValueNotMet: {.status.phase} is Running, not Bound",
);
test(reports, "jsonpath={.status.url}", "InProgress ValueAbsent: {.status.url} is not set yet");
test(
  reports,
  "jsonpath={.status.list[*].name}=a",
  "InProgress ValueNotMet: {.status.list[*].name} is a, b, not a",
);
test(
  reports,
  "jsonpath={.status.list}=a",
  "InProgress ValueNotMet: {.status.list} is not a plain value, not a",
);
test(reports, "condition=Ready,condition=Synced", "InProgress Denied: Synced is False, not True: no rights");
test(reports, "jsonpath={.constructor.name}", "InProgress ValueAbsent: {.constructor.name} is not set yet");
test(
  reports,
  "ready",
  'Failed ReadyWhenInvalid: converge.dev/ready-when cannot be read: unknown "ready"; write condition=Ready, condition=Ready=False or jsonpath={.status.phase}=Running',
);

const older = live("example.com/v1/Widget", {
  metadata: { generation: 2 },
  status: { ...status, observedGeneration: 1 },
});
const stale = "InProgress LatestGenerationNotObserved: its controller has observed generation 1, not yet 2";
test("a status of an older generation does not meet ready-when, other fields do", (t) => {
  t.is(reported(older, { readyWhen: "condition=Ready" }), stale);
  t.is(reported(older, { readyWhen: "jsonpath={.status.phase}=Running" }), stale);
  t.is(
    reported(older, { readyWhen: "jsonpath={.metadata.generation}=2" }),
    "Current ReadyWhen: jsonpath={.metadata.generation}=2",
  );
});

test("a value of a Secret is not shown in the message of ready-when", (t) => {
  const secret = live("v1/Secret", { data: { token: "aHVudGVyMg==" } });
  t.is(
    reported(secret, { readyWhen: "jsonpath={.data.token}=x" }),
    "InProgress ValueNotMet: {.data.token} is another value, not x",
  );
});

test("a failed Job fails despite its ready-when, unless ready-when is met", (t) => {
  const job = live("batch/v1/Job", {
    status: { conditions: [condition("Failed=True", "BackoffLimitExceeded", "too often")] },
  });
  t.is(reported(job, { readyWhen: "condition=Complete" }), "Failed BackoffLimitExceeded: too often");
  t.is(reported(job, { readyWhen: "condition=Failed" }), "Current ReadyWhen: condition=Failed");
});

test("the condition Failed of a custom resource with ready-when is ignored", (t) => {
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
  test(`ready-when "${text}" is invalid`, (t) => {
    t.true("fault" in parseReadyWhen(text));
  });
}

test("any text in ready-when is read or refused, and never throws", (t) => {
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
