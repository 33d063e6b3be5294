import test from "ava";

import { readSource } from "../../manifest/parse-source.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import type { JsonObject } from "../../object/json.ts";
import { indexRules } from "../health-rules.ts";
import type { RuleReading } from "../rule-format.ts";
import { fluxFormat } from "./flux-format.ts";

async function read(checks: string): Promise<RuleReading> {
  const text = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps }
spec:
  healthCheckExprs:
${checks}`;
  const [document] = readSource({ name: "apps.yaml", text }).documents;
  return document !== undefined && fluxFormat.recognizes(document.tree.value)
    ? fluxFormat.read(document)
    : { rules: [], diagnostics: [] };
}

const clusters = `  - apiVersion: cluster.example.com/v1
    kind: Cluster
    failed: status.conditions.filter(e, e.type == 'Ready').all(e, e.status == 'False' && e.reason == 'Broken')
    current: status.conditions.filter(e, e.type == 'Ready').all(e, e.status == 'True')
`;

async function verdict(checks: string, object: JsonObject): Promise<string> {
  const { rules } = await read(checks);
  const full = { apiVersion: "cluster.example.com/v1beta2", kind: "Cluster", ...object };
  const outcome = indexRules(rules)(full)?.judge(full, { now: 0 });
  return outcome === undefined ? "no rule" : `${outcome.state} ${outcome.reason}: ${outcome.message}`;
}

function ready(status: string, reason = ""): JsonObject {
  return { status: { conditions: [{ type: "Ready", status, reason }] } };
}

test("expressions are evaluated in the order of Flux, for any version of the object", async (t) => {
  t.is(await verdict(clusters, ready("True")), 'Current Current: "current" is true');
  t.is(await verdict(clusters, ready("False", "Broken")), 'Failed Failed: "failed" is true');
  t.regex(await verdict(clusters, ready("Unknown")), /^InProgress NoExpressionTrue/);
});

test("a missing field means that the object is in progress, without evaluating later expressions", async (t) => {
  t.is(
    await verdict(clusters, {}),
    'InProgress ExpressionFailed: "failed" cannot be evaluated yet: no such attribute(s): status',
  );
  t.regex(await verdict(clusters, { status: {} }), /^InProgress ExpressionFailed: "failed" cannot/);
});

test("an object with an older observed generation is in progress", async (t) => {
  const { status } = ready("True");
  const object = {
    metadata: { generation: 3 },
    status: { ...(status as JsonObject), observedGeneration: 2 },
  };
  t.regex(await verdict(clusters, object), /^InProgress LatestGenerationNotObserved/);
});

test("a health check without a kind applies to all kinds of the group", async (t) => {
  const secret = `  - apiVersion: v1
    current: base64.decode(data.ready) == b'yes' && metadata.name.startsWith('a')
`;
  const object = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" }, data: { ready: "eWVz" } };
  t.regex(await verdict(secret, object), /^Current/);
  t.is(await verdict(secret, { apiVersion: "apps/v1" }), "no rule");
});

test("all faults of health checks are reported with their positions", async (t) => {
  const { rules, diagnostics } = await read(`  - apiVersion: example.com/v1
    kind: Backup
    failed: "1 + 1"
    current: status.ready ==
  - kind: Other
`);
  t.deepEqual(rules, []);
  t.deepEqual(
    diagnostics.map(({ origin, message }) => `${origin && formatOrigin(origin)} ${message}`),
    [
      "apps.yaml:8:14 this CEL expression cannot be used: the expression must yield a bool, and yields a int",
      "apps.yaml:9:29 this CEL expression cannot be used: expected a value, found the end",
      "apps.yaml:10:5 this health check has no apiVersion: add it",
      "apps.yaml:10:5 this health check has no current: add it",
    ],
  );
});

test("a Kustomization without healthCheckExprs, and a document of another kind, are not recognized", (t) => {
  t.false(
    fluxFormat.recognizes({ apiVersion: "kustomize.toolkit.fluxcd.io/v1", kind: "Kustomization", spec: {} }),
  );
  t.false(fluxFormat.recognizes({ apiVersion: "v1", spec: { healthCheckExprs: [{}] } }));
});
