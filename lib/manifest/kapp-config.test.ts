import test from "ava";

import { findings, object, outline, planned } from "../../fixtures/planned.ts";
import { maskObject } from "../redact/redact-object.ts";
import { formatOrigin } from "../object/diagnostic/source-text.ts";
import { field, type JsonObject, objectField } from "../object/json.ts";
import type { PlanResult } from "../plan/make-plan.ts";

/** The findings about a text, as `severity position message`. */
function found(text: string): readonly string[] {
  return planned([], { sources: [{ name: "set.yaml", text }] }).plan.diagnostics.map(
    ({ severity, origin, message }) => `${severity} ${origin && formatOrigin(origin)} ${message}`,
  );
}

const env = `---
apiVersion: v1
kind: ConfigMap
metadata: { name: env }
`;

test("a kapp Config is not an object, and its fields without effect are reported once with their positions", (t) => {
  const config = `apiVersion: kapp.k14s.io/v1alpha1
kind: Config
minimumRequiredVersion: 0.23.0
preflightRules: []
waitRules: []
ownershipLabelRules: []
additionalLabels: { team: shop }
surprise: 1
`;
  t.deepEqual(found(`${config}---\n${config}${env}`), [
    "warning set.yaml:4:1 preflightRules of a kapp Config is ignored: run converge validate (in 2 configurations)",
    "warning set.yaml:7:1 additionalLabels of a kapp Config is ignored: write the labels into the manifests (in 2 configurations)",
    "warning set.yaml:8:1 surprise of a kapp Config is ignored: converge does not know it (in 2 configurations)",
    "note set.yaml:3:1 minimumRequiredVersion of a kapp Config is not needed: it is about kapp itself (in 2 configurations)",
    "note set.yaml:6:1 ownershipLabelRules of a kapp Config is not needed: the release is written only to the labels of the objects themselves (in 2 configurations)",
  ]);
});

for (const name of [
  "labelScopingRules",
  "diffAgainstLastAppliedFieldExclusionRules",
  "diffAgainstExistingFieldExclusionRules",
]) {
  test(`${name} of a kapp Config is reported as not needed`, (t) => {
    const config = `apiVersion: kapp.k14s.io/v1alpha1\nkind: Config\n${name}: []\n`;
    t.regex(
      found(`${config}---\n${env}`).join("\n"),
      new RegExp(`^note set.yaml:3:1 ${name} of .* is not needed`),
    );
  });
}

function labelled(data: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: kapp-config
  labels: { kapp.k14s.io/config: "" }
data:
${data}`;
}

test("positions in a kapp Config inside a ConfigMap are those in the file", (t) => {
  const data = `  config.yml: |
    apiVersion: kapp.k14s.io/v1alpha1
    kind: Config
    preflightRules: []
`;
  t.deepEqual(found(labelled(data)), [
    "warning set.yaml:10 preflightRules of a kapp Config is ignored: run converge validate",
  ]);
});

test("a ConfigMap with the kapp config label must contain a readable Config", (t) => {
  t.deepEqual(found(labelled("  other: x\n")), [
    'error set.yaml:6:1 a ConfigMap with the label kapp.k14s.io/config has a Config of kapp in data["config.yml"]: add it, or remove the label',
  ]);
  t.deepEqual(found(labelled("  config.yml: |\n    a: [\n")).length, 1);
});

const config: JsonObject = {
  apiVersion: "kapp.k14s.io/v1alpha1",
  kind: "Config",
  diffMaskRules: [
    {
      path: ["data", "token"],
      resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "ConfigMap" } }],
    },
    {
      path: ["spec", "containers", { allIndexes: true }, "env", { index: 0 }, "value"],
      resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "Pod" } }],
    },
    {
      path: ["metadata", "labels", { regex: "^secret" }],
      resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "Service" } }],
    },
  ],
};

/** The object as it is printed. */
function shown(value: JsonObject): JsonObject {
  const [planObject] = planned([config, value]).plan.groups.flatMap(({ objects }) => objects);
  return maskObject(planObject?.manifest.value ?? {});
}

test("diffMaskRules hide values of the objects that they match", (t) => {
  const map = shown(object("ConfigMap/env", { body: { data: { token: "abcdefgh", plain: "seen" } } }));
  t.deepEqual(field(map, "data"), { token: "(hidden, 8 bytes)", plain: "seen" });
  const pod = shown(
    object("Pod/a", {
      body: { spec: { containers: [{ name: "a", image: "b", env: [{ name: "T", value: "abcdefgh" }] }] } },
    }),
  );
  t.regex(JSON.stringify(pod), /"value":"\(hidden, 8 bytes\)"/);
  const service = shown(object("Service/a", { labels: { plain: "abcdefgh" } }));
  t.is(objectField(field(service, "metadata"), "labels")["plain"], "(hidden, 8 bytes)");
  const other = shown(object("ServiceAccount/a", { body: { data: { token: "abcdefgh" } } }));
  t.deepEqual(field(other, "data"), { token: "abcdefgh" });
});

test("a diffMaskRule whose path begins with a regex is an error", (t) => {
  const rules = [{ path: [{ regex: "x" }], resourceMatchers: [] }];
  const result = planned([{ ...config, diffMaskRules: rules }, object("ConfigMap/env")]);
  t.deepEqual(findings(result), ["error KappConfigInvalid"]);
});

test("an unknown resource matcher is an error, even with the name of a JavaScript property", (t) => {
  for (const name of ["labelMatcher", "constructor", "toString", "__proto__"]) {
    const rules = `diffMaskRules: [{ path: [data], resourceMatchers: [{ ${name}: {} }] }]`;
    const text = `apiVersion: kapp.k14s.io/v1alpha1\nkind: Config\n${rules}\n${env}`;
    t.deepEqual(found(text), [
      `error set.yaml:3:52 converge does not know the matcher ${name}: use one of kapp's resource matchers`,
    ]);
  }
});

/** The plan of a ConfigMap whose token is hidden if the field at the path is empty. */
function masked(list: JsonObject["x"], path: JsonObject["x"]): PlanResult {
  const resourceMatchers = [{ emptyFieldMatcher: { path } }];
  const rules = { ...config, diffMaskRules: [{ path: ["data", "token"], resourceMatchers }] };
  return planned([
    rules,
    object("ConfigMap/env", { body: { data: { token: "abcdefgh" }, list: list ?? null } }),
  ]);
}

test("an emptyFieldMatcher path may step into lists; a regex or an empty path is an error", (t) => {
  const isHidden = (...parts: Parameters<typeof masked>): boolean =>
    JSON.stringify(
      masked(...parts).plan.groups.map(({ objects }) =>
        objects.map(({ manifest }) => maskObject(manifest.value)),
      ),
    ).includes("hidden");
  t.true(isHidden([{ a: "" }, { a: 1 }], ["list", { index: 0 }, "a"]));
  t.false(isHidden([{ a: "" }, { a: 1 }], ["list", { index: 1 }, "a"]));
  t.true(isHidden([{ a: "" }, { a: [] }], ["list", { allIndexes: true }, "a"]));
  t.false(isHidden([{ a: "" }, { a: 1 }], ["list", { allIndexes: true }, "a"]));
  t.true(isHidden([], ["list", { allIndexes: true }, "a"]));
  t.true(isHidden([], ["list"]));
  t.deepEqual(findings(masked([], ["list", { regex: "^a" }])), ["error KappConfigInvalid"]);
  t.deepEqual(findings(masked([], [])), ["error KappConfigInvalid"]);
});

test("a Config of another API group is an ordinary object", (t) => {
  const other = { apiVersion: "kapp.example.com/v1", kind: "Config", metadata: { name: "a" } };
  t.deepEqual(outline(planned([other])), ["main 0: Config/a"]);
});
