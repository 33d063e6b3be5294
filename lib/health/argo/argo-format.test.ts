import test from "ava";

import { readSource } from "../../manifest/parse-source.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import type { JsonObject } from "../../object/json.ts";
import { indexRules } from "../health-rules.ts";
import type { RuleReading } from "../rule-format.ts";
import { argoFormat, isHealthScript, readHealthScript } from "./argo-format.ts";

async function read(data: string): Promise<RuleReading> {
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: argocd-cm }\ndata:\n${data}`;
  const [document] = readSource({ name: "cm.yaml", text }).documents;
  return document !== undefined && argoFormat.recognizes(document.tree.value)
    ? argoFormat.read(document)
    : { rules: [], diagnostics: [] };
}

function verdict({ rules }: RuleReading, object: JsonObject): string {
  const full = { apiVersion: "example.com/v1", kind: "Backup", ...object };
  const rule = indexRules(rules)(full);
  const outcome = rule?.judge(full, { now: 0 });
  return outcome === undefined
    ? "no rule"
    : `${rule?.name} ${outcome.state} ${outcome.reason}: ${outcome.message}`;
}

function script(body: string, key = "example.com_Backup"): string {
  return `  resource.customizations.health.${key}: |\n${body.replaceAll(/^/gm, "    ")}\n`;
}

for (const [status, state] of [
  ["Healthy", "Current"],
  ["Progressing", "InProgress"],
  ["Degraded", "Failed"],
  ["Suspended", "Suspended"],
  ["Missing", "NotFound"],
  ["Unknown", "Unknown"],
] as const) {
  test(`the health status ${status} of a script means ${state}`, async (t) => {
    const reading = await read(
      script(`hs = {}\nhs.status = "${status}"\nhs.message = "it says so."\nreturn hs`),
    );
    t.is(verdict(reading, {}), `example.com/Backup ${state} ${status}: it says so`);
  });
}

test("a health script can read the object", async (t) => {
  const reading = await read(
    script('if obj.status.ready then return {status = "Healthy"} end\nreturn {status = "Progressing"}'),
  );
  t.regex(verdict(reading, { status: { ready: true } }), /Current/);
  t.regex(verdict(reading, { status: {} }), /InProgress/);
});

test("a health script that returns no health status, or fails, results in Unknown with the reason", async (t) => {
  const body = 'if obj.spec then return {status = "Great"} end\nreturn obj.status.phase';
  const reading = await read(script(body));
  t.is(
    verdict(reading, { spec: {} }),
    "example.com/Backup Unknown HealthScriptFailed: the health script returns no health: Great",
  );
  t.is(
    verdict(reading, {}),
    "example.com/Backup Unknown HealthScriptFailed: the health script fails in line 2: attempt to index a nil value (field 'status')",
  );
});

test("an endless health script results in Unknown, and the next object is evaluated", async (t) => {
  const reading = await read(script('while obj.spec do end\nreturn {status = "Healthy"}'));
  t.is(
    verdict(reading, { spec: {} }),
    "example.com/Backup Unknown HealthScriptLimit: the health script exceeds its limit of instructions",
  );
  t.regex(verdict(reading, {}), /Current/);
});

test("a wildcard in a key matches groups and kinds, and a key without a group is for the core group", async (t) => {
  const healthy = 'return {status = "Healthy"}';
  const reading = await read(script(healthy, "*.example.com_*") + script(healthy, "Service"));
  t.regex(verdict(reading, { apiVersion: "db.example.com/v1" }), /^\*\.example\.com\/\* Current/);
  t.is(verdict(reading, {}), "no rule");
  t.regex(verdict(reading, { apiVersion: "v1", kind: "Service" }), /^Service Current/);
});

test("Lua libraries are not available unless the ConfigMap enables them with useOpenLibs", async (t) => {
  const body = 'return {status = string.upper("h") .. "ealthy"}';
  t.regex(verdict(await read(script(body)), {}), /Unknown HealthScriptFailed/);
  const open = `${script(body)}  resource.customizations.useOpenLibs.example.com_Backup: "true"\n`;
  t.regex(verdict(await read(open), {}), /Current/);
});

test("the old key resource.customizations, with all customizations in one text, is read", async (t) => {
  const reading = await read(`  resource.customizations: |
    example.com/Backup:
      health.lua: |
        return {status = "Healthy"}
    example.com/Other:
      actions: none
`);
  t.regex(verdict(reading, {}), /Current/);
  t.is(verdict(reading, { kind: "Other" }), "no rule");
});

test("a health script that does not compile is reported with its line in the file", async (t) => {
  const { diagnostics } = await read(script("hs = {}\nhs.status =\n"));
  const old = await read(`  resource.customizations: |
    example.com/Backup:
      health.lua: |
        hs = {}
        hs.status =
`);
  t.deepEqual(
    [...diagnostics, ...old.diagnostics].map(
      ({ origin, message }) => `${origin && formatOrigin(origin)} ${message}`,
    ),
    [
      "cm.yaml:8 this health script does not compile: unexpected symbol near <eof>",
      "cm.yaml:10 this health script does not compile: unexpected symbol near <eof>",
    ],
  );
});

test("a health script in a folder GROUP/KIND has all Lua libraries, and _ is the wildcard", (t) => {
  t.true(isHealthScript("rules/example.com/Backup/health.lua"));
  t.false(isHealthScript("health.lua"));
  t.false(isHealthScript("example.com/Backup/health_test.yaml"));
  const text = 'return {status = string.upper("h") .. "ealthy"}';
  t.regex(verdict(readHealthScript({ name: "r/_.com/_/health.lua", text }), {}), /^\*\.com\/\* Current/);
});

test("data of a Secret does not appear in the result of a health script", async (t) => {
  const reading = await read(script('return {status = "Degraded", message = obj.data.password}', "Secret"));
  const secret = { apiVersion: "v1", kind: "Secret", data: { password: "hunter2" } };
  t.is(verdict(reading, secret), "Secret Failed Degraded: its health is Degraded");
});
