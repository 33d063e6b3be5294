import { readFileSync } from "node:fs";

import test from "ava";

import { readSource } from "../../manifest/parse-source.ts";
import { field, type JsonObject, objectField, stringsField } from "../../object/json.ts";
import { computeReadiness } from "../../readiness/compute-readiness.ts";
import { healthRuleSources } from "./health-rule-sources.ts";
import { compileHealthExpression, ruleVariableTypes } from "../cel/health-expression.ts";
import { builtinRules } from "./builtin-rules.ts";
import { projects } from "./projects.ts";

const examples = readFileSync(new URL("../../../fixtures/health-examples.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [kind = "", state = "", text = ""] = line.split(" | ");
    return { line, kind, state, object: objectOf(kind, text) };
  });

function objectOf(groupKind: string, text: string): JsonObject {
  const [group = "", kind = ""] = groupKind.split("/");
  const [document] = readSource({ name: "example", text }).documents;
  const value = document?.tree.value ?? {};
  const conditions = stringsField(value, "is").map((written) => {
    const [, type = "", status = "", reason = ""] = /^([^=]+)=(\w+)(?:\/(.+))?$/.exec(written) ?? [];
    return { type, status, reason, message: "" };
  });
  const spec = field(value, "spec");
  return {
    apiVersion: `${group}/v1`,
    kind,
    metadata: { name: "example" },
    ...(spec === undefined ? {} : { spec }),
    status: { ...objectField(value, "status"), ...(conditions.length === 0 ? {} : { conditions }) },
  };
}

for (const { line, state, object } of examples) {
  test(`built-in health rule: ${line}`, (t) => {
    const surroundings = { mode: "converge", now: 0, healthRules: healthRuleSources() } as const;
    const verdict = computeReadiness(object, surroundings);
    t.is<string, string>(verdict.state, state, `${verdict.reason}: ${verdict.message}`);
    t.regex(verdict.rule ?? "", / in built-in /);
  });
}

test("most projects with built-in health rules have an example", (t) => {
  const find = builtinRules();
  const shown = new Set(examples.map(({ object }) => find(object)?.origin));
  const without = projects.filter(({ name }) => !shown.has(`built-in ${name}`));
  t.true(without.length * 2 < projects.length, without.map(({ name }) => name).join(", "));
});

test("every expression of the built-in health rules compiles", (t) => {
  for (const { name, rules } of projects) {
    for (const { when, reason, message } of rules.flatMap(({ cases }) => cases)) {
      for (const [text, type] of [
        [when, "bool"],
        [reason, "string"],
        [message, "string"],
      ] as const) {
        const compiled = text === undefined ? {} : compileHealthExpression(text, ruleVariableTypes, type);
        t.false("faults" in compiled, `${name}: ${text}`);
      }
    }
  }
});

test("no built-in health rule reports an object without a status as failed", (t) => {
  const find = builtinRules();
  for (const { group, kinds } of projects.flatMap(({ rules }) => rules)) {
    for (const kind of kinds) {
      const object = {
        apiVersion: `${group.replaceAll("*", "x")}/v1`,
        kind: kind.replaceAll("*", "X"),
        metadata: {},
      };
      t.not(find(object)?.judge(object, { now: 0 }).state, "Failed", `${group}/${kind}`);
    }
  }
});

test("no kind has two built-in health rules", (t) => {
  const names = projects.flatMap(({ rules }) =>
    rules.flatMap(({ group, kinds }) => kinds.map((kind) => `${group}/${kind}`)),
  );
  t.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});
