import test from "ava";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { newestMinor } from "./supported-versions.ts";
import { loadBuiltinSchemas } from "./load-builtin-schemas.ts";

const newest = await loadBuiltinSchemas(newestMinor);

// What the API server of Kubernetes 1.36 accepts and refuses in strict dry runs of a create and of an apply.

const testCheck = test.macro({
  exec(t, _name: string, object: JsonObject, ...found: string[]) {
    const faults = newest?.check(object).faults ?? [];
    t.deepEqual(
      faults.map(({ path, message }) => `${formatFieldPath(path)}: ${message}`),
      found,
    );
  },
  title: (_, name: string, __: JsonObject, ...found: string[]) =>
    `${name} is ${found.length === 0 ? "accepted" : "refused"}`,
});

function definition(schema: JsonValue): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "foos", kind: "Foo" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

const inSchema = "spec.versions[0].schema.openAPIV3Schema";
const twice: JsonValue = [{ rule: "self != ''" }, { rule: "self != ''", message: "again" }];
const twiceRuled: JsonValue = { type: "string", "x-kubernetes-validations": twice };
test(
  testCheck,
  "a duplicate validation rule of a property",
  definition({ properties: { a: twiceRuled } }),
  `${inSchema}.properties[a].x-kubernetes-validations[1]: has the same rule as the entry at index 0`,
);
test(testCheck, "a duplicate validation rule below items", definition({ items: twiceRuled }));
test(testCheck, "a duplicate validation rule below a list of items", definition({ items: [twiceRuled] }));
test(
  testCheck,
  "a duplicate validation rule of a property below items",
  definition({ items: { properties: { a: twiceRuled } } }),
);
test(
  testCheck,
  "a duplicate validation rule below additionalProperties",
  definition({ additionalProperties: { properties: { a: twiceRuled } } }),
);
test(
  testCheck,
  "a duplicate validation rule below dependencies",
  definition({ dependencies: { a: twiceRuled } }),
);
test(
  testCheck,
  "a validation rule without an expression below items",
  definition({ items: { "x-kubernetes-validations": [null, {}] } }),
  `${inSchema}.items.x-kubernetes-validations[0].rule: is required`,
  `${inSchema}.items.x-kubernetes-validations[1].rule: is required`,
);
