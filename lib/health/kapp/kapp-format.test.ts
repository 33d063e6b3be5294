import test from "ava";

import { readSource } from "../../manifest/parse-source.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import type { JsonObject } from "../../object/json.ts";
import { indexRules } from "../health-rules.ts";
import type { RuleReading } from "../rule-format.ts";
import { kappFormat } from "./kapp-format.ts";

async function read(rules: string): Promise<RuleReading> {
  const text = `apiVersion: kapp.k14s.io/v1alpha1\nkind: Config\nwaitRules:\n${rules}`;
  const [document] = readSource({ name: "kapp.yaml", text }).documents;
  return document !== undefined && kappFormat.recognizes(document.tree.value)
    ? kappFormat.read(document)
    : { rules: [], diagnostics: [] };
}

const packages = `- supportsObservedGeneration: true
  conditionMatchers:
  - { type: Failed, status: "True", failure: true }
  - { type: Ready, status: "True", success: true }
  - { type: Started, status: "True", unblockChanges: true }
  resourceMatchers:
  - apiVersionKindMatcher: { apiVersion: example.com/v1, kind: Package }
`;

async function verdict(rules: string, object: JsonObject): Promise<string> {
  const full = { apiVersion: "example.com/v1", kind: "Package", ...object };
  const outcome = indexRules((await read(rules)).rules)(full)?.judge(full, { now: 0 });
  return outcome === undefined
    ? "no rule"
    : `${outcome.state} ${outcome.reason}: ${outcome.message}${outcome.unblocks === true ? ", dependents may start" : ""}`;
}

function withTrue(...types: readonly string[]): JsonObject {
  const conditions = types.map((type) => ({ type, status: "True" }));
  return { metadata: { generation: 1 }, status: { observedGeneration: 1, conditions } };
}

test("failure conditions have precedence over success conditions", async (t) => {
  t.is(await verdict(packages, withTrue("Ready", "Failed")), "Failed Failed: Failed is True");
  t.is(await verdict(packages, withTrue("Ready")), "Current Ready: Ready is True");
});

test("a condition that unblocks changes lets dependents start while the object is in progress", async (t) => {
  t.is(
    await verdict(packages, withTrue("Started")),
    "InProgress Started: Started is True, dependents may start",
  );
});

test("an object is in progress until a condition matches, and its generation is observed", async (t) => {
  t.regex(await verdict(packages, withTrue()), /^InProgress NoConditionMatches/);
  const old = { ...withTrue("Ready"), metadata: { generation: 2 } };
  t.regex(await verdict(packages, old), /^InProgress LatestGenerationNotObserved/);
});

/** A rule for all objects by one condition. */
function ruleFor(type: string): string {
  return `- conditionMatchers: [{ type: ${type}, status: "True", success: true }]
  resourceMatchers: [{ allMatcher: {} }]
`;
}

test("the first wait rule that matches an object is used", async (t) => {
  t.regex(await verdict(ruleFor("First") + ruleFor("Second"), withTrue("Second")), /^InProgress/);
  t.regex(await verdict(ruleFor("First") + ruleFor("Second"), withTrue("First")), /^Current/);
});

const object = {
  apiVersion: "example.com/v1",
  kind: "Package",
  metadata: { name: "a", namespace: "shop", annotations: { wait: "yes" } },
  spec: { empty: [] },
};

for (const [matcher, applies] of [
  ["apiVersionKindMatcher: { apiVersion: example.com/v2, kind: Package }", false],
  ["apiGroupKindMatcher: { apiGroup: example.com, kind: Package }", true],
  ["apiGroupKindMatcher: { apiGroup: other.com, kind: Package }", false],
  ["kindNamespaceNameMatcher: { kind: Package, namespace: shop, name: a }", true],
  ["kindNamespaceNameMatcher: { kind: Package, namespace: shop, name: b }", false],
  ["hasAnnotationMatcher: { keys: [wait] }", true],
  ["hasAnnotationMatcher: { keys: [wait, other] }", false],
  ["hasNamespaceMatcher: {}", true],
  ["hasNamespaceMatcher: { names: [other] }", false],
  ["customResourceMatcher: {}", true],
  ["emptyFieldMatcher: { path: [spec, empty] }", true],
  ["emptyFieldMatcher: { path: [metadata, name] }", false],
  ["notMatcher: { matcher: { customResourceMatcher: {} } }", false],
  ["anyMatcher: { matchers: [{ hasAnnotationMatcher: { keys: [other] } }, { allMatcher: {} }] }", true],
  ["andMatcher: { matchers: [{ hasAnnotationMatcher: { keys: [other] } }, { allMatcher: {} }] }", false],
] as const) {
  test(`an object ${applies ? "matches" : "does not match"} ${matcher}`, async (t) => {
    const rule = `- conditionMatchers: [{ type: Ready, status: "True", success: true }]
  resourceMatchers: [{ ${matcher} }]
`;
    t.is((await verdict(rule, object)) !== "no rule", applies);
  });
}

test("ytt wait rules are reported as ignored, and unknown matchers as errors, with their positions", async (t) => {
  const { diagnostics } = await read(`- ytt:
    funcContractV1: { resource.star: "def is_done(resource): pass" }
  resourceMatchers: [{ allMatcher: {} }]
- conditionMatchers: []
  resourceMatchers: [{ someMatcher: {} }]
`);
  t.deepEqual(
    diagnostics.map(
      ({ severity, origin, message }) => `${severity} ${origin && formatOrigin(origin)} ${message}`,
    ),
    [
      "error kapp.yaml:8:22 converge does not know the matcher someMatcher: use one of kapp's resource matchers",
      "warning kapp.yaml:5:5 a wait rule in ytt is ignored: write conditionMatchers, or a rule in CEL of kind HealthRules",
    ],
  );
});

test("wait rules in a ConfigMap with kapp's config label are used", async (t) => {
  const text = `apiVersion: v1
kind: ConfigMap
metadata: { name: kapp-config, labels: { kapp.k14s.io/config: "" } }
data:
  config.yml: |
    apiVersion: kapp.k14s.io/v1alpha1
    kind: Config
    waitRules:
    - conditionMatchers: [{ type: Done, status: "True", success: true }]
      resourceMatchers: [{ allMatcher: {} }]
`;
  const [document] = readSource({ name: "kapp.yaml", text }).documents;
  if (document === undefined || !kappFormat.recognizes(document.tree.value)) {
    return t.fail("not recognized");
  }
  const { rules } = await kappFormat.read(document);
  const done = { ...object, ...withTrue("Done") };
  t.is(indexRules(rules)(done)?.judge(done, { now: 0 }).state, "Current");
  return t.is(rules[0]?.rule.origin, "kapp.yaml:9");
});
