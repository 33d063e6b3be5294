import test from "ava";

import type { JsonObject } from "../object/json.ts";
import type { ApplyEvent, Outcome, Target } from "./event.ts";
import { type RedactingSink, maskedHearing, secretValues } from "./masked-hearing.ts";

const target: Target = {
  key: "/namespaces/shop/Secret/db",
  group: "",
  kind: "Secret",
  namespace: "shop",
  name: "db",
};
const secret: JsonObject = {
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: "db" },
  data: { password: Buffer.from("correct horse").toString("base64") },
  stringData: { token: "battery-staple" },
};

function hearing(): { readonly heard: ApplyEvent[]; readonly masked: RedactingSink } {
  const heard: ApplyEvent[] = [];
  return {
    heard,
    masked: maskedHearing((event) => {
      heard.push(event);
    }),
  };
}

test("no event repeats a value of a Secret of the set", (t) => {
  const { heard, masked } = hearing();
  masked.addSecrets([secret]);
  const message = `admission webhook denied: "correct horse" (${Buffer.from("correct horse").toString("base64")}), battery-staple`;
  const outcome: Outcome = {
    target,
    operation: "apply",
    group: 1,
    actuation: "Failed",
    reconcile: "Skipped",
    message,
    trouble: {
      pods: [message],
      events: [message],
      logs: [{ pod: "db-0", container: "db", lines: [message] }],
      blockers: [],
    },
  };
  const { trouble } = outcome;
  const events: readonly ApplyEvent[] = [
    { at: 0, type: "actuation", target, operation: "apply", state: "Failed", message },
    {
      at: 0,
      type: "reconcile",
      target,
      operation: "apply",
      state: "Failed",
      message,
      ...(trouble === undefined ? {} : { trouble }),
    },
    { at: 0, type: "status", target, readiness: { state: "InProgress", reason: "Waiting", message } },
    { at: 0, type: "retry", target, message, delay: 1 },
    { at: 0, type: "notice", level: "warning", message },
    {
      at: 0,
      type: "finish",
      result: { outcomes: [outcome], verdict: "failed", message, took: 0, criticalPath: [] },
    },
  ];
  for (const event of events) {
    masked.hear(event);
  }
  const told = JSON.stringify(heard);
  t.is(heard.length, events.length);
  for (const value of ["correct horse", "battery-staple", Buffer.from("correct horse").toString("base64")]) {
    t.false(told.includes(value), value);
  }
  t.true(told.includes("(hidden)"));
});

test("values of other kinds are told", (t) => {
  const { heard, masked } = hearing();
  masked.addSecrets([{ apiVersion: "v1", kind: "ConfigMap", data: { word: "battery-staple" } }]);
  masked.hear({ at: 0, type: "notice", level: "note", message: "battery-staple" });
  t.true(JSON.stringify(heard).includes("battery-staple"));
});

test("values that an object calls sensitive are not told", (t) => {
  const { heard, masked } = hearing();
  const annotations = { "werf.io/sensitive-paths": "$.data.word" };
  const metadata = { name: "env", annotations };
  const data = { word: "battery-staple", other: "troubadour" };
  masked.addSecrets([{ apiVersion: "v1", kind: "ConfigMap", metadata, data }]);
  masked.hear({ at: 0, type: "notice", level: "note", message: "battery-staple, troubadour" });
  t.true(JSON.stringify(heard).includes("(hidden), troubadour"));
});

/** What stands in a Secret where only texts belong is a secret too. */
const isHidden = test.macro((t, secretFields: JsonObject, told: string) => {
  t.true(secretValues([{ apiVersion: "v1", kind: "Secret", ...secretFields }]).has(told));
});

test("a number without quotes", isHidden, { stringData: { pin: 12345678 } }, "12345678");
test("a number with a fraction, as Go prints it", isHidden, { data: { a: 1234567.5 } }, "1.2345675e+06");
test("a number of many digits", isHidden, { data: { a: 12345678901234567890n } }, "12345678901234567890");
test("a text that is too deep", isHidden, { data: { a: { b: ["battery"] } } }, "battery");
test("a text instead of a map", isHidden, { stringData: "battery" }, "battery");

test("a log does not repeat a value of a Secret, not even where an overlong line is cut within it", (t) => {
  const { heard, masked } = hearing();
  masked.addSecrets([secret]);
  const lines = [
    "token battery-staple",
    `${"x".repeat(8185)} battery-staple`,
    `${"x".repeat(16_376)} battery`,
  ];
  masked.hear({ at: 0, type: "log", target, pod: "db-0", container: "db", lines });
  const [event] = heard;
  const told = event?.type === "log" ? event.lines : [];
  t.is(told[0], "token (hidden)");
  t.false(told.some((line) => line.includes("battery")));
  t.true(told.every((line) => line.length <= 8193));
});
