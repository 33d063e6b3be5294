import test from "ava";

import type { JsonValue, JsonObject } from "../../object/json.ts";
import { definitionFaults } from "../../../fixtures/checked-definition.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { checkDefinition } from "./check-definition.ts";

/** The faults that the packages of Kubernetes 1.36.3 find. */
const facts: readonly (readonly [title: string, change: JsonValue, faults: string])[] = [
  ["description and a status subresource", { type: "object", description: "d" }, ""],
  ["required and a status subresource", { type: "object", required: ["spec"] }, ""],
  ["properties and a status subresource", { type: "object", properties: { spec: { type: "string" } } }, ""],
  ["title and a status subresource", { type: "object", title: "t" }, ""],
  [
    "minProperties and a status subresource",
    { type: "object", minProperties: 1 },
    "Invalid spec.validation.openAPIV3Schema",
  ],
  [
    "not and a status subresource",
    { type: "object", not: { required: ["a"] } },
    "Invalid spec.validation.openAPIV3Schema",
  ],
  [
    "x-kubernetes-preserve-unknown-fields and a status subresource",
    { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    "",
  ],
  [
    "x-kubernetes-map-type and a status subresource",
    { type: "object", "x-kubernetes-map-type": "atomic" },
    "Invalid spec.validation.openAPIV3Schema",
  ],
  ["externalDocs and a status subresource", { type: "object", externalDocs: { url: "a" } }, ""],
  ["example and a status subresource", { type: "object", example: {} }, ""],
];

for (const [title, change, faults] of facts) {
  test(`a schema with ${title} ${faults === "" ? "has no fault" : `is refused: ${faults}`}`, (t) => {
    t.is(definitionFaults({ version: { subresources: { status: {} } }, schema: change }), faults);
  });
}

/**
 * Faults that kube-apiserver 1.36.3 reports for schemas of CRDs: title, schema, reasons and paths; `@` is the
 * path of the schema.
 */

const base = "spec.validation.openAPIV3Schema";
const ofField = (schema: JsonValue): JsonObject => ({ type: "object", properties: { spec: schema } });
const ofRoot = (schema: JsonValue): JsonObject => schema as JsonObject;

function definition(schema: JsonObject, subresources: JsonObject): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "foos", kind: "Foo" },
      versions: [
        { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources },
      ],
    },
  };
}

interface Table {
  readonly of: (schema: JsonValue) => JsonObject;
  readonly at: string;
  readonly subresources: JsonObject;
  readonly cases: string;
}

function testAll({ of, at, subresources, cases }: Table): void {
  for (const line of cases.split("\n").slice(1, -1)) {
    const [title = "", schema = "", reported = ""] = line.split(" | ");
    test(`the faults of a schema with ${title} match those of the API server`, (t) => {
      const faults = checkDefinition(definition(of(JSON.parse(schema)), subresources), { minor: 36 });
      const found = faults.map(
        ({ reason, path }) => `${reason.replace("FieldValue", "")} ${formatFieldPath(path).replace(at, "@")}`,
      );
      t.deepEqual([...new Set(found)].toSorted(), reported.split(", ").toSorted().filter(Boolean));
      t.true(faults.every(({ message }) => message !== ""));
    });
  }
}

testAll({
  of: ofField,
  at: `${base}.properties[spec]`,
  subresources: {},
  cases: String.raw`
no type | {} | Required @.type
an unknown type | {"type":"objct"} | NotSupported @.type
type null | {"type":"null"} | Forbidden @.type, NotSupported @.type
the pattern of int-or-string with anyOf | {"x-kubernetes-int-or-string":true,"anyOf":[{"type":"integer"},{"type":"string"}]} | 
the pattern of int-or-string within allOf | {"x-kubernetes-int-or-string":true,"allOf":[{"anyOf":[{"type":"integer"},{"type":"string"}]},{"pattern":"a"}]} | 
the pattern of int-or-string in reverse order | {"x-kubernetes-int-or-string":true,"anyOf":[{"type":"string"},{"type":"integer"}]} | Forbidden @.anyOf[0].type, Forbidden @.anyOf[1].type
int-or-string and x-kubernetes-preserve-unknown-fields | {"x-kubernetes-int-or-string":true,"x-kubernetes-preserve-unknown-fields":true} | Invalid @.x-kubernetes-preserve-unknown-fields
only x-kubernetes-preserve-unknown-fields | {"x-kubernetes-preserve-unknown-fields":true} | 
x-kubernetes-preserve-unknown-fields false | {"type":"object","x-kubernetes-preserve-unknown-fields":false} | Invalid @.x-kubernetes-preserve-unknown-fields
a list without items | {"type":"array"} | Required @.items
a list of schemas for items | {"type":"array","items":[{"type":"string"}]} | Forbidden @.items
items without a type | {"type":"array","items":{}} | Required @.items.type
properties and typed additionalProperties | {"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"string"}} | Forbidden @.additionalProperties
properties and additionalProperties true | {"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":true} | 
unique items | {"type":"array","uniqueItems":true,"items":{"type":"string"}} | Forbidden @.uniqueItems
a reference | {"type":"string","$ref":"#/x"} | Forbidden @.$ref
an id | {"type":"string","id":"x"} | Forbidden @.id
a $schema | {"type":"string","$schema":"x"} | Invalid spec.validation.openAPIV3Schema
definitions | {"type":"string","definitions":{"a":{"type":"string"}}} | Forbidden @.definitions
pattern properties | {"type":"object","patternProperties":{"a":{"type":"string"}}} | Forbidden @.patternProperties
dependencies | {"type":"object","dependencies":{"a":["b"]}} | Forbidden @.dependencies
additional items | {"type":"array","items":{"type":"string"},"additionalItems":true} | Forbidden @.additionalItems
a property that is null | {"type":"object","properties":{"a":null}} | Required @.properties[a].type
a pattern that does not compile | {"type":"string","pattern":"("} | Invalid @.pattern
a look-ahead in a pattern | {"type":"string","pattern":"(?=a)"} | Invalid @.pattern
a pattern that does not compile in a condition | {"type":"string","anyOf":[{"pattern":"["}]} | Invalid @.anyOf[0].pattern
a type in a condition | {"type":"string","anyOf":[{"type":"string"}]} | Forbidden @.anyOf[0].type
default, title, description and nullable in a condition | {"type":"string","oneOf":[{"default":"a","title":"t","description":"d","nullable":true}]} | Forbidden @.oneOf[0].default, Forbidden @.oneOf[0].description, Forbidden @.oneOf[0].nullable, Forbidden @.oneOf[0].title
extensions in a condition | {"type":"string","not":{"x-kubernetes-list-type":"set","x-kubernetes-map-type":"atomic","x-kubernetes-list-map-keys":["a"],"x-kubernetes-int-or-string":true,"x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true,"x-kubernetes-validations":[{"rule":"true"}]}} | Forbidden @.not.x-kubernetes-embedded-resource, Forbidden @.not.x-kubernetes-int-or-string, Forbidden @.not.x-kubernetes-list-map-keys, Forbidden @.not.x-kubernetes-list-type, Forbidden @.not.x-kubernetes-map-type, Forbidden @.not.x-kubernetes-preserve-unknown-fields, Forbidden @.not.x-kubernetes-validations, Invalid @.not.x-kubernetes-list-type, Required @.not.type
additionalProperties in a condition | {"type":"object","allOf":[{"additionalProperties":{"minLength":1}}]} | Forbidden @.allOf[0].additionalProperties
metadata in a condition | {"type":"object","properties":{"metadata":{"type":"object"}},"anyOf":[{"properties":{"metadata":{}}}]} | Forbidden @.anyOf[0].properties[metadata]
a condition on an unknown field below the root | {"type":"object","anyOf":[{"properties":{"nope":{"minLength":1}}}]} | 
a minimum above the maximum | {"type":"integer","minimum":5,"maximum":1} | 
an unknown format | {"type":"string","format":"nonsense"} | 
an enum with a duplicate value | {"type":"string","enum":["a","a"]} | 
a duplicate required field | {"type":"object","required":["a","a"]} | 
an unknown map type | {"type":"object","x-kubernetes-map-type":"loose"} | NotSupported @.x-kubernetes-map-type
a map type for a string | {"type":"string","x-kubernetes-map-type":"atomic"} | Invalid @.type
an unknown list type | {"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"bag"} | NotSupported @.x-kubernetes-list-type
a list type for a string | {"type":"string","x-kubernetes-list-type":"set"} | Invalid @.type
a list type without a type | {"x-kubernetes-preserve-unknown-fields":true,"x-kubernetes-list-type":"set"} | Required @.type
a set of objects | {"type":"array","x-kubernetes-list-type":"set","items":{"type":"object"}} | Invalid @.items.x-kubernetes-map-type
a set of atomic objects | {"type":"array","x-kubernetes-list-type":"set","items":{"type":"object","x-kubernetes-map-type":"atomic"}} | 
a set of sets | {"type":"array","x-kubernetes-list-type":"set","items":{"type":"array","x-kubernetes-list-type":"set","items":{"type":"string"}}} | Invalid @.items.x-kubernetes-list-type
a set of nullable items | {"type":"array","x-kubernetes-list-type":"set","items":{"type":"string","nullable":true}} | Forbidden @.items.nullable
a list of type map | {"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],"items":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}} | 
a list of type map with a key that has a default | {"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],"items":{"type":"object","properties":{"name":{"type":"string","default":""}}}} | 
a list of type map without keys | {"type":"array","x-kubernetes-list-type":"map","items":{"type":"object","properties":{}}} | Required @.x-kubernetes-list-map-keys
a list of type map with a duplicate, unknown key | {"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["a","a"],"items":{"type":"object","properties":{"name":{"type":"string"}}}} | Invalid @.x-kubernetes-list-map-keys
a list of type map with an optional, nullable key | {"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],"items":{"type":"object","properties":{"name":{"type":"string","nullable":true}}}} | Forbidden @.items.properties[name].nullable, Required @.items.properties[name].default
a list of type map with nullable items and an object as key | {"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],"items":{"type":"object","properties":{"name":{"type":"object"}},"required":["name"],"nullable":true}} | Forbidden @.items.nullable, Invalid @.items.properties[name].type
a list of type map of strings | {"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"],"items":{"type":"string"}} | Invalid @.items.type
keys without a list type | {"type":"array","x-kubernetes-list-map-keys":["name"],"items":{"type":"object","properties":{"name":{"type":"string"}}}} | Required @.x-kubernetes-list-type
an embedded resource without properties | {"type":"object","x-kubernetes-embedded-resource":true} | Required @.properties
an embedded string | {"type":"string","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true} | Invalid @.type
an embedded map | {"type":"object","x-kubernetes-embedded-resource":true,"additionalProperties":{"type":"string"}} | Forbidden @.additionalProperties, Required @.properties
an embedded resource with wrong types of kind and metadata | {"type":"object","properties":{"kind":{"type":"integer"},"apiVersion":{"type":"string"},"metadata":{"type":"string"}},"x-kubernetes-embedded-resource":true} | Invalid @.properties[kind].type, Invalid @.properties[metadata].type
a resource embedded in metadata | {"type":"object","properties":{"metadata":{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}},"x-kubernetes-embedded-resource":true} | Forbidden @.properties[metadata].x-kubernetes-embedded-resource
a valid default | {"type":"object","properties":{"a":{"type":"string"}},"default":{"a":"b"}} | 
a default of another type | {"type":"integer","default":"a"} | TypeInvalid @.default
a default with an unknown field | {"type":"object","properties":{"a":{"type":"string"}},"default":{"b":"c"}} | Invalid @.default
a default that is null | {"type":"string","default":null} | 
a default with an item of the wrong type | {"type":"array","items":{"type":"string"},"default":["a",1]} | TypeInvalid @.default.[1]
an invalid default of a nested field | {"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"integer","maximum":3,"default":5}}}}} | Invalid @.properties[a].properties[b].default
a default of int-or-string that is neither | {"x-kubernetes-int-or-string":true,"default":true} | 
a default of an embedded resource with invalid metadata | {"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true,"default":{"apiVersion":"a/b/c","metadata":{"name":"a/b","labels":{"a b":"c"}}}} | Invalid @.default.apiVersion, Invalid @.default.metadata.labels, Invalid @.default.metadata.name, Required @.default.kind
a default of an embedded resource with malformed metadata | {"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true,"default":{"apiVersion":"v1","kind":"A","metadata":{"labels":{"a":1}}}} | Invalid @.default.metadata
an invalid default kind of an embedded resource | {"type":"object","properties":{"kind":{"type":"string","default":"a_"}},"x-kubernetes-embedded-resource":true} | Invalid @.properties[kind].default
a default that breaks a rule | {"type":"integer","default":5,"x-kubernetes-validations":[{"rule":"self < 3"}]} | Invalid @.default
a rule that does not compile | {"type":"integer","x-kubernetes-validations":[{"rule":"self.a"}]} | Invalid @.x-kubernetes-validations[0].rule
a rule in a schema with another fault | {"type":"integer","uniqueItems":true,"x-kubernetes-validations":[{"rule":"self.a"}]} | Forbidden @.uniqueItems
`,
});

testAll({
  of: ofRoot,
  at: base,
  subresources: {},
  cases: String.raw`
a string at the root | {"type":"string"} | Invalid @.type
an empty root | {} | Required @.type
a nullable root | {"type":"object","nullable":true} | Forbidden @.nullable
a map at the root | {"type":"object","additionalProperties":{"type":"string"}} | Forbidden @.additionalProperties
constraints on metadata.name | {"type":"object","properties":{"metadata":{"type":"object","properties":{"name":{"type":"string","maxLength":5},"generateName":{"type":"string"}}}}} | 
a schema of metadata.labels | {"type":"object","properties":{"metadata":{"type":"object","properties":{"labels":{"type":"object"}}}}} | Forbidden @.properties[metadata]
a description of metadata | {"type":"object","properties":{"metadata":{"type":"object","description":"d"}}} | Forbidden @.properties[metadata]
wrong types of apiVersion, kind and metadata | {"type":"object","properties":{"metadata":{"type":"string"},"kind":{"type":"integer"},"apiVersion":{}}} | Invalid @.properties[apiVersion].type, Invalid @.properties[kind].type, Invalid @.properties[metadata].type, Required @.properties[apiVersion].type
a default kind | {"type":"object","properties":{"kind":{"type":"string","default":"Foo"}}} | Forbidden @.properties[kind].default
a root condition on an unknown field | {"type":"object","anyOf":[{"properties":{"a":{"minLength":1}}},{"properties":{"b":{"items":{"minLength":1}}}}],"properties":{"b":{"type":"array","items":{"type":"string"}}}} | Required @.properties[a]
a root condition on items of a string | {"type":"object","properties":{"b":{"type":"string"}},"anyOf":[{"properties":{"b":{"items":{"minLength":1}}}}]} | Required @.properties[b].items
`,
});

testAll({
  of: ofRoot,
  at: base,
  subresources: { status: {} },
  cases: String.raw`
a plain root and a status subresource | {"type":"object","description":"d","required":["spec"],"properties":{"spec":{"type":"object"}}} | 
a root condition and a status subresource | {"type":"object","anyOf":[{"required":["a"]}]} | Invalid @
a string at the root and a status subresource | {"type":"string"} | Invalid @.type
a root default and a status subresource | {"type":"object","default":{"apiVersion":"v1","kind":"A"}} | Invalid @
root rules and a status subresource | {"type":"object","x-kubernetes-validations":[{"rule":"has(self.metadata)"}]} | 
`,
});
