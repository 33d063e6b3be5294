import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import type { RuleDefinition } from "../rule-definition.ts";
import { compileHealthRule } from "./compile-rule.ts";

const backup: RuleDefinition = {
  group: "example.com",
  kinds: ["Backup"],
  cases: [
    { state: "Suspended", when: "spec.paused", reason: "'Paused'" },
    {
      state: "Failed",
      when: "conditions.Ready.status == 'False' && conditions.Ready.reason == 'Broken'",
      reason: "conditions.Ready.reason",
      message: "conditions.Ready.message",
    },
    { state: "Current", when: "conditions.Ready.status == 'True'" },
    {
      state: "Failed",
      when: "now - timestamp(status.startedAt) > duration('1h')",
      message: "'took over 1 h'",
    },
  ],
};

const noon = Date.parse("2026-01-01T12:00:00Z");

function verdict(object: JsonObject, rule = backup): string {
  const { state, reason, message } = compileHealthRule(rule, "health.yaml:1").judge(object, { now: noon });
  return `${state} ${reason}: ${message}`;
}

function withReady(status: string, more: JsonObject = {}): JsonObject {
  return { metadata: { generation: 2 }, status: { conditions: [{ type: "Ready", status, ...more }] } };
}

test("the first case that applies determines the state, reason and message", (t) => {
  t.is(verdict({ spec: { paused: true } }), "Suspended Paused: suspended by its health rule");
  t.is(verdict(withReady("False", { reason: "Broken", message: "no\nspace." })), "Failed Broken: no space");
  t.is(verdict(withReady("True")), "Current Current: ready by its health rule");
});

test("an object to which no case of a health rule applies is in progress", (t) => {
  t.is(verdict({}), "InProgress NoCaseApplies: no case of its health rule applies yet");
  t.is(verdict(withReady("False")), "InProgress NoCaseApplies: no case of its health rule applies yet");
});

test("an expression with a missing field is false, and a missing message is replaced by the default", (t) => {
  t.regex(verdict({ spec: {} }), /^InProgress/);
  t.is(verdict(withReady("False", { reason: "Broken" })), "Failed Broken: failed by its health rule");
});

test("a condition of an older generation is ignored", (t) => {
  t.regex(verdict(withReady("True", { observedGeneration: 1 })), /^InProgress NoCaseApplies/);
  t.regex(verdict(withReady("True", { observedGeneration: 2 })), /^Current/);
});

function old(observedGeneration: number | string): JsonObject {
  return {
    metadata: { generation: 2 },
    status: { observedGeneration, conditions: [{ type: "Ready", status: "True" }] },
  };
}

test("a status of an older generation is in progress, even if the generation is a string", (t) => {
  t.regex(verdict(old(1)), /^InProgress LatestGenerationNotObserved/);
  t.regex(verdict(old("1")), /^InProgress LatestGenerationNotObserved/);
  t.regex(verdict(old("2")), /^Current/);
  t.regex(verdict(old("a1b2")), /^Current/);
  t.regex(verdict(old(1), { ...backup, observesGeneration: false }), /^Current/);
});

test("a case can compare times with the current time", (t) => {
  t.is(verdict({ status: { startedAt: "2026-01-01T10:00:00Z" } }), "Failed Failed: took over 1 h");
  t.regex(verdict({ status: { startedAt: "2026-01-01T11:30:00Z" } }), /^InProgress/);
});

test("data of a Secret does not appear in the result of a health rule", (t) => {
  const rule: RuleDefinition = {
    group: "",
    kinds: ["Secret"],
    cases: [{ state: "Failed", reason: "self.data.password", message: "self.data.password" }],
  };
  const secret = { apiVersion: "v1", kind: "Secret", data: { password: "hunter2" } };
  t.is(verdict(secret, rule), "Failed Failed: failed by its health rule");
});

test("an expression that exceeds the cost limit does not apply", (t) => {
  const items = Array.from({ length: 300 }, (_, index) => index);
  const when = "self.items.all(a, self.items.all(b, self.items.all(c, a + b + c >= 0)))";
  const rule: RuleDefinition = {
    group: "example.com",
    kinds: ["Backup"],
    cases: [{ state: "Current", when }],
  };
  t.regex(verdict({ items }, rule), /^InProgress NoCaseApplies/);
});

test("a health rule that does not compile throws a BugError", (t) => {
  const rule = { ...backup, cases: [{ state: "Current", when: "spec.(" }] } satisfies RuleDefinition;
  t.throws(() => verdict({}, rule), { name: "BugError", message: /^health rule: spec\.\(/ });
});
