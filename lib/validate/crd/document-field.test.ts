import test from "ava";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { placeOf } from "../model/field-fault.ts";
import { checkDefinition } from "./check-definition.ts";

function version(name: string, spec: JsonValue): JsonObject {
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return { name, served: true, storage: name === "v1", schema };
}

function definition(patch: JsonObject): JsonObject {
  return {
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "foos", kind: "Foo" },
      versions: [version("v1", plain)],
      ...patch,
    },
  };
}

const plain = { type: "object" };

function ofSpec(schema: JsonObject): JsonObject {
  return { versions: [version("v1", schema)] };
}

function webhook(client: JsonObject): JsonObject {
  return { conversion: { strategy: "Webhook", webhook: client } };
}

const broken = { type: "array" };
const places: readonly (readonly [string, JsonObject, string])[] = [
  [
    "a schema that all versions share",
    ofSpec(broken),
    "spec.versions.0.schema.openAPIV3Schema.properties.spec.items",
  ],
  [
    "a schema of one of two versions",
    { versions: [version("v1", plain), version("v2", broken)] },
    "spec.versions.1.schema.openAPIV3Schema.properties.spec.items",
  ],
  [
    "a printer column",
    {
      versions: [
        {
          ...version("v1", plain),
          additionalPrinterColumns: [{ name: "a", type: "string", jsonPath: "a" }],
        },
      ],
    },
    "spec.versions.0.additionalPrinterColumns.0.jsonPath",
  ],
  [
    "the client configuration of a webhook",
    webhook({ conversionReviewVersions: ["v1"], clientConfig: { url: "http://a" } }),
    "spec.conversion.webhook.clientConfig.url",
  ],
  [
    "the service name of a webhook",
    webhook({ conversionReviewVersions: ["v1"], clientConfig: { service: { namespace: "a" } } }),
    "spec.conversion.webhook.clientConfig.service.name",
  ],
  [
    "review versions of a webhook",
    webhook({ conversionReviewVersions: ["v2"], clientConfig: { url: "https://a" } }),
    "spec.conversion.webhook.conversionReviewVersions",
  ],
  [
    "an item of a default value",
    ofSpec({ type: "array", items: { type: "string" }, default: [1] }),
    "spec.versions.0.schema.openAPIV3Schema.properties.spec.default.0",
  ],
];

for (const [title, patch, expected] of places) {
  test(`a fault is located at its field in the document: ${title}`, (t) => {
    const [fault] = checkDefinition(definition(patch), { minor: 36 });
    t.is(placeOf(fault?.place ?? fault?.path ?? []).join("."), expected);
  });
}

test("checking a CRD with values of wrong types does not throw", (t) => {
  const odd: readonly JsonValue[] = [
    null,
    true,
    5,
    2n ** 70n,
    "text",
    [],
    {},
    [null],
    [[]],
    JSON.parse('{"__proto__": 1, "constructor": {}}'),
  ];
  const names = ["spec", "metadata", "status"];
  const below = ["versions", "names", "group", "conversion", "scope", "storedVersions", "labels"];
  for (const value of odd) {
    for (const name of names) {
      t.notThrows(() => checkDefinition({ [name]: value }, { minor: 36, old: { [name]: value } }));
    }
    for (const name of below) {
      t.notThrows(() =>
        checkDefinition(definition({ [name]: value }), { minor: 36, old: definition({ [name]: value }) }),
      );
    }
    for (const name of ["schema", "subresources", "selectableFields", "additionalPrinterColumns"]) {
      t.notThrows(() =>
        checkDefinition(definition({ versions: [{ name: "v1", [name]: value }] }), { minor: 36 }),
      );
    }
    for (const name of [
      "properties",
      "items",
      "allOf",
      "default",
      "enum",
      "x-kubernetes-validations",
      "x-kubernetes-list-map-keys",
      "$ref",
    ]) {
      t.notThrows(() =>
        checkDefinition(definition(ofSpec({ type: "object", [name]: value })), { minor: 36 }),
      );
    }
  }
});

test("selectable fields are not checked for Kubernetes 1.30, which does not support them", (t) => {
  const asked = definition({
    versions: [
      {
        ...version("v1", { type: "string" }),
        selectableFields: [{ jsonPath: ".spec" }, { jsonPath: ".spec" }],
      },
    ],
  });
  t.deepEqual(checkDefinition(asked, { minor: 30 }), []);
  t.is(checkDefinition(asked, { minor: 31 }).length, 1);
});
