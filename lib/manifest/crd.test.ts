import test from "ava";

import { manifestsOf } from "../../fixtures/ordered-set.ts";
import { object } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import { type CrdNames, definedKind, isCrd, readCrdNames } from "./crd.ts";

const reads = test.macro((t, spec: JsonObject, expected: CrdNames) => {
  const found = manifestsOf([object("CustomResourceDefinition/x", { body: { spec } })]).map(readCrdNames);
  t.deepEqual(found, [expected]);
});

test(
  "the names of a CRD are its kind, plural, singular and short names in lower case",
  reads,
  {
    group: "example.com",
    scope: "Cluster",
    names: {
      kind: "NetworkPolicy",
      plural: "networkpolicies",
      singular: "netPolicy",
      shortNames: ["NP", "npol"],
    },
  },
  {
    group: "example.com",
    kind: "NetworkPolicy",
    namespaced: false,
    plural: "networkpolicies",
    names: ["networkpolicy", "networkpolicies", "netpolicy", "np", "npol"],
  },
);
test(
  "a CRD without plural and singular names gets the default ones",
  reads,
  { group: "example.com", scope: "Namespaced", names: { kind: "Widget" } },
  {
    group: "example.com",
    kind: "Widget",
    namespaced: true,
    plural: "widgets",
    names: ["widget", "widgets", "widget"],
  },
);
test(
  "an incomplete CRD has empty names",
  reads,
  {},
  { group: "", kind: "", namespaced: true, plural: "s", names: ["", "s", ""] },
);

test("a CRD is recognized by its kind and group, in any version", (t) => {
  const written = [
    "CustomResourceDefinition/a",
    "apiextensions.k8s.io/v1beta1/CustomResourceDefinition/b",
    "example.com/v1/CustomResourceDefinition/c",
    "apiextensions.k8s.io/v1/ConversionReview/d",
  ];
  const found = manifestsOf(written.map((one) => object(one))).filter(isCrd);
  t.deepEqual(
    found.map(({ name }) => name),
    ["a", "b"],
  );
});

test("the kind that a CRD defines is read from its spec", (t) => {
  t.deepEqual(definedKind({ spec: { group: "example.com", names: { kind: "Widget" } } }), {
    group: "example.com",
    kind: "Widget",
  });
  t.deepEqual(definedKind({ spec: { group: 5, names: [] } }), { group: "", kind: "" });
});
