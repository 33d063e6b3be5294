import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { checkField } from "../../../fixtures/checked-field.ts";

const schema: JsonObject = {
  type: "object",
  properties: {
    set: { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } },
    ports: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, port: { type: "integer" } },
      },
    },
    list: { type: "array", items: { type: "integer" } },
    map: { type: "object", additionalProperties: { type: "integer" } },
    nested: { type: "object", properties: { a: { type: "object", properties: { b: { type: "integer" } } } } },
    open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    partly: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { k: { type: "integer" } },
    },
    any: { "x-kubernetes-preserve-unknown-fields": true },
    absent: { type: "string" },
    nil: { type: "string", nullable: true },
    preset: { type: "integer", default: 4 },
    if: { type: "integer" },
    "a-b": { type: "integer" },
    "a.b": { type: "integer" },
    a__b: { type: "integer" },
    namespace: { type: "string" },
    embedded: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
  },
};

const value: JsonObject = {
  set: ["a", "b"],
  ports: [
    { name: "x", port: 1 },
    { name: "y", port: 2 },
  ],
  list: [1, 2, 2],
  map: { p: 1, "q.r": 2 },
  nested: { a: { b: 7 } },
  open: { z: 1 },
  partly: { k: 1, z: 2 },
  any: { c: [1] },
  nil: null,
  if: 1,
  "a-b": 2,
  "a.b": 3,
  a__b: 4,
  namespace: "shop",
  embedded: { apiVersion: "v1", kind: "Pod", metadata: { name: "e" }, spec: { x: 1 } },
};

/** Whether a rule passes in the packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [rule: string, passes: boolean])[] = [
  ["self.set == ['a']", false],
  ["self.set + ['b', 'c'] == ['a', 'b', 'c']", true],
  ["(self.set + ['b', 'c']).size() == 3", true],
  ["'a' in self.set", true],
  ["self.set.all(x, x.size() == 1)", true],
  ["self.set[0] == 'a'", true],
  ["['a', 'b'] == self.set", true],
  ["self.ports.exists(p, p.name == 'y' && p.port == 2)", true],
  ["self.ports[1].name == 'y'", true],
  ["self.ports.map(p, p.name) == ['x', 'y']", true],
  ["self.ports.filter(p, p.port > 1).size() == 1", true],
  ["self.ports == self.ports", true],
  ["self.list == [1, 2, 2]", true],
  ["self.list == [2, 1, 2]", false],
  ["self.list + [3] == [1, 2, 2, 3]", true],
  ["self.list.sum() == 5", true],
  ["self.list.size() == 3", true],
  ["self.list[3] == 0", false],
  ["self.list.distinct() == [1, 2]", true],
  ["self.map['q.r'] == 2", true],
  ["self.map.p == 1", true],
  ["'p' in self.map", true],
  ["has(self.map.p)", true],
  ["has(self.map.zz)", false],
  ["self.map.zz == 1", false],
  ["self.map.all(k, self.map[k] > 0)", true],
  ["self.map.all(k, v, v > 0)", true],
  ["self.map.size() == 2", true],
  ["self.nested.a.b == 7", true],
  ["has(self.nested.a)", true],
  ["has(self.nested.a.b)", true],
  ["self.nested == self.nested", true],
  ["self.nested.a == self.nested.a", true],
  ["has(self.absent)", false],
  ["self.absent == ''", false],
  ["!has(self.absent) || self.absent == ''", true],
  ["self.?absent.orValue('x') == 'x'", true],
  ["self.?nested.?a.?b.orValue(0) == 7", true],
  ["self.preset == 4", true],
  ["has(self.preset)", true],
  ["self.__if__ == 1", true],
  ["self.a__dot__b == 3", true],
  ["self.a__underscores__b == 4", true],
  ["self.namespace == 'shop'", true],
  ["self.partly.k == 1", true],
  ["has(self.partly.k)", true],
  ["self.open == self.open", true],
  ["self.partly == self.partly", true],
  ["self.embedded.kind == 'Pod'", true],
  ["self.embedded.apiVersion == 'v1'", true],
  ["self.embedded.metadata.name == 'e'", true],
  ["has(self.embedded.metadata.name)", true],
  ["has(self.embedded.metadata.generateName)", false],
  ["type(self.list) == list", true],
  ["type(self.map) == map", true],
  ["self == self", true],
  ["has(self.list) && has(self.map)", true],
];

for (const [rule, passes] of facts) {
  test(`the rule ${rule} ${passes ? "passes" : "fails"}`, (t) => {
    const ruled = { ...schema, "x-kubernetes-validations": [{ rule }] };
    t.is(checkField(ruled, value).faults, passes ? "" : "Invalid v");
  });
}
