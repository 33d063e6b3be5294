import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { manifestFromLive } from "../../manifest/manifest.ts";
import type { ApplyEvent, Outcome, Target } from "./event.ts";
import { type RedactingSink, redactingSink, secretValues } from "./redact-events.ts";

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

function sink(): { readonly received: ApplyEvent[]; readonly masked: RedactingSink } {
  const received: ApplyEvent[] = [];
  return {
    received,
    masked: redactingSink((event) => {
      received.push(event);
    }),
  };
}

test("a decrypted value of any kind of object is redacted in texts", (t) => {
  const { masked } = sink();
  const source = { name: "a.yaml", text: "", secrets: { values: ["battery-staple", "true"] } };
  masked.addDecrypted([
    { ...manifestFromLive(secret), document: { ...manifestFromLive(secret).document, source } },
  ]);
  t.is(masked.redact("db://u:battery-staple@db is true"), "db://u:(hidden)@db is true");
});

test("events do not contain values of a Secret of the set", (t) => {
  const { received, masked } = sink();
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
      blockers: [message],
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
    masked.emit(event);
  }
  const reported = JSON.stringify(received);
  t.is(received.length, events.length);
  for (const value of ["correct horse", "battery-staple", Buffer.from("correct horse").toString("base64")]) {
    t.false(reported.includes(value), value);
  }
  t.true(reported.includes("(hidden)"));
});

test("values of other kinds are not redacted", (t) => {
  const { received, masked } = sink();
  masked.addSecrets([{ apiVersion: "v1", kind: "ConfigMap", data: { word: "battery-staple" } }]);
  masked.emit({ at: 0, type: "notice", level: "note", message: "battery-staple" });
  t.true(JSON.stringify(received).includes("battery-staple"));
});

test("values at the sensitive paths of an object are hidden", (t) => {
  const { received, masked } = sink();
  const annotations = { "werf.io/sensitive-paths": "$.data.word" };
  const metadata = { name: "env", annotations };
  const data = { word: "battery-staple", other: "troubadour" };
  masked.addSecrets([{ apiVersion: "v1", kind: "ConfigMap", metadata, data }]);
  masked.emit({ at: 0, type: "notice", level: "note", message: "battery-staple, troubadour" });
  t.true(JSON.stringify(received).includes("(hidden), troubadour"));
});

/** Expects that a value of a Secret is hidden although it is not a string in a map. */
const isHidden = test.macro((t, secretFields: JsonObject, reported: string) => {
  t.true(secretValues([{ apiVersion: "v1", kind: "Secret", ...secretFields }]).has(reported));
});

test("a number in a Secret is hidden", isHidden, { stringData: { pin: 12345678 } }, "12345678");
test(
  "a floating-point number in a Secret is hidden in the format of Go",
  isHidden,
  { data: { a: 1234567.5 } },
  "1.2345675e+06",
);
test(
  "a number with many digits in a Secret is hidden",
  isHidden,
  { data: { a: 12345678901234567890n } },
  "12345678901234567890",
);
test("a nested string in a Secret is hidden", isHidden, { data: { a: { b: ["battery"] } } }, "battery");
test("a string instead of a map in a Secret is hidden", isHidden, { stringData: "battery" }, "battery");

test("a log does not contain values of a Secret, even if a long line is cut within a value", (t) => {
  const { received, masked } = sink();
  masked.addSecrets([secret]);
  const lines = [
    "token battery-staple",
    `${"x".repeat(8185)} battery-staple`,
    `${"x".repeat(16_376)} battery`,
  ];
  masked.emit({ at: 0, type: "log", target, pod: "db-0", container: "db", lines });
  const [event] = received;
  const reported = event?.type === "log" ? event.lines : [];
  t.is(reported[0], "token (hidden)");
  t.false(reported.some((line) => line.includes("battery")));
  t.true(reported.every((line) => line.length <= 8193));
});

test("an event without text is not changed", (t) => {
  const { received, masked } = sink();
  const sending: ApplyEvent = { at: 0, type: "sending", target, operation: "apply" };
  masked.emit(sending);
  masked.addSecrets([secret]);
  masked.emit(sending);
  t.deepEqual(received, [sending, sending]);
});

test("only events after a Secret is known are redacted", (t) => {
  const { received, masked } = sink();
  const notice: ApplyEvent = { at: 0, type: "notice", level: "note", message: "battery-staple" };
  masked.emit(notice);
  masked.addSecrets([secret]);
  masked.emit(notice);
  t.deepEqual(
    received.map((event) => event.type === "notice" && event.message),
    ["battery-staple", "(hidden)"],
  );
});

test("Secrets that are added later are redacted in addition to the first ones", (t) => {
  const { masked } = sink();
  t.is(masked.redact("battery-staple troubadour"), "battery-staple troubadour");
  masked.addSecrets([secret]);
  t.is(masked.redact("battery-staple troubadour"), "(hidden) troubadour");
  masked.addSecrets([{ ...secret, stringData: { word: "troubadour" } }]);
  masked.addSecrets([secret]);
  t.is(masked.redact("battery-staple troubadour"), "(hidden) (hidden)");
});

test("the names and states of an outcome are not changed by redaction", (t) => {
  const { received, masked } = sink();
  masked.addSecrets([secret]);
  const because = { on: target.key, rule: "depends-on", until: "ready" } as const;
  const trouble = { pods: [], events: [], logs: [], blockers: ["example.com/finalizer"] };
  masked.emit({ at: 0, type: "reconcile", target, operation: "apply", state: "Failed", because, trouble });
  t.deepEqual(received, [
    { at: 0, type: "reconcile", target, operation: "apply", state: "Failed", because, trouble },
  ]);
});
