import test from "ava";

import { annotationsOf } from "../object/metadata.ts";
import { readSet } from "./read-set.ts";

const workloads = "resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: apps/v1, kind: Deployment } }]";
const web = "apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n";

/** The fields that a set with these rules marks as set once, and the findings. */
function rebased(
  rules: string,
  manifest = web,
): readonly [marked: string | undefined, found: readonly string[]] {
  const text = `apiVersion: kapp.k14s.io/v1alpha1\nkind: Config\nrebaseRules:\n${rules}---\n${manifest}`;
  const { objects, found } = readSet({ sources: [{ name: "set.yaml", text }] });
  const marked = annotationsOf(objects[0]?.value)["converge.dev/set-once"];
  return [
    typeof marked === "string" ? marked : undefined,
    found.map(({ severity, message, origin }) => `${severity} ${origin?.line} ${message}`),
  ];
}

test("a rebaseRule that copies from the existing object first makes its field set-once", (t) => {
  t.deepEqual(rebased(`- { path: [spec, replicas], type: copy, sources: [existing, new], ${workloads} }\n`), [
    '.["spec"]["replicas"]',
    [],
  ]);
});

test("paths of rebaseRules are added to those of a set-once annotation", (t) => {
  const annotated = web.replace(
    "name: web",
    "name: web, annotations: { converge.dev/set-once: /spec/paused }",
  );
  const paths = "paths: [[spec, a, { index: 0 }], [spec, b, { allIndexes: true }, c]]";
  const [marked] = rebased(`- { ${paths}, type: copy, sources: [existing], ${workloads} }\n`, annotated);
  t.is(marked, '/spec/paused\n.["spec"]["a"][0]\n.["spec"]["b"][]["c"]');
});

test("a rebaseRule that prefers the manifest, or that matches no object, has no effect", (t) => {
  t.deepEqual(rebased(`- { path: [spec, replicas], type: copy, sources: [new, existing], ${workloads} }\n`), [
    undefined,
    [],
  ]);
  t.deepEqual(rebased("- { path: [spec, replicas], type: copy, sources: [existing, new] }\n"), [
    undefined,
    [],
  ]);
});

test("rebaseRules with ytt or of type remove are reported as ignored, with their positions", (t) => {
  const [marked, found] = rebased(
    `- { ytt: { overlayContractV1: {} }, ${workloads} }\n- { path: [spec, a], type: remove, ${workloads} }\n`,
  );
  t.is(marked, undefined);
  t.deepEqual(
    found.map((finding) => finding.slice(0, finding.indexOf(" is ignored"))),
    [
      "warning 4 a rule of rebaseRules of a kapp Config (ytt)",
      "warning 5 a rule of rebaseRules of a kapp Config (type remove)",
    ],
  );
});

test("a rebaseRule path with a regex is an error", (t) => {
  const [, found] = rebased(
    `- { path: [spec, { regex: a }], type: copy, sources: [existing, new], ${workloads} }\n`,
  );
  t.regex(found.join("\n"), /^error 4 a path of rebaseRules is a list of names/);
});
