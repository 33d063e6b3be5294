import test from "ava";
import * as fc from "fast-check";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { newestMinor } from "./supported-versions.ts";
import { loadBuiltinSchemas } from "./load-builtin-schemas.ts";

const newest = await loadBuiltinSchemas(newestMinor);

/**
 * The findings about an object: `path: message` for a fault, `path?` for an unknown field, `path??` for one
 * that even a strict server drops silently.
 */
function findingsIn(object: JsonObject): readonly string[] {
  const { faults = [], unknown = [], dropped = [] } = newest?.check(object) ?? {};
  return [
    ...faults.map(({ path, message }) => `${formatFieldPath(path)}: ${message}`),
    ...unknown.map((path) => `${formatFieldPath(path)}?`),
    ...dropped.map((path) => `${formatFieldPath(path)}??`),
  ];
}

const container: JsonObject = { name: "web", image: "web:1" };

function pod(spec: JsonObject, inContainer: JsonObject = {}): JsonObject {
  const containers = [{ ...container, ...inContainer }];
  return { ...configMap({}), kind: "Pod", spec: { containers, ...spec } };
}

function configMap(metadata: JsonObject, rest: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "web", ...metadata }, ...rest };
}

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

// What the API server of Kubernetes 1.36 accepts and refuses in strict dry runs of a create and of an apply.

const accepted = test.macro({
  exec(t, _name: string, object: JsonObject) {
    t.deepEqual(findingsIn(object), []);
  },
  title: (_, name: string) => `${name} is accepted`,
});

const refused = test.macro({
  exec(t, _name: string, object: JsonObject, ...found: string[]) {
    t.deepEqual(findingsIn(object), found);
  },
  title: (_, name: string) => `${name} is refused`,
});

test(refused, "an unknown field", pod({ replicas: 1 }), "spec.replicas?");
test(refused, "a field name in the wrong case", pod({ hostname: "a", Hostname: "a" }), "spec.Hostname?");
test(refused, "an unknown field at the root", configMap({}, { spec: {} }), "spec?");
test(refused, "a field named constructor", pod({ constructor: {} }), "spec.constructor?");
test(accepted, "null for a string", pod({ hostname: null }));
test(accepted, "null in a list of strings", pod({}, { args: [null] }));
test(accepted, "null in a map of strings", configMap({ labels: { a: null } }, { data: { a: null } }));
test(
  refused,
  "null in a list keyed by name",
  pod({ imagePullSecrets: [null] }),
  "spec.imagePullSecrets[0]: may not be null",
);
test(refused, "null for a required field", pod({}, { name: null }), "spec.containers[0].name: is required");
test(
  refused,
  "a number for a string",
  pod({}, { env: [{ name: "A", value: 1 }] }),
  "spec.containers[0].env[0].value: must be a string, is a number: quote it",
);
test(
  refused,
  "a boolean for a string in a map",
  configMap({ labels: { "a.b/c": true } }),
  "metadata.labels[a.b/c]: must be a string, is a boolean: quote it",
);
test(refused, "a mapping for a list", pod({ volumes: {} }), "spec.volumes: must be a list, is a mapping");
test(
  refused,
  "a string outside an enum",
  pod({ dnsPolicy: "clusterfirst" }),
  'spec.dnsPolicy: must be one of ClusterFirst, ClusterFirstWithHostNet, Default, None; did you mean "ClusterFirst"?',
);
test(
  refused,
  "a duplicate environment variable",
  pod({}, { env: [{ name: "A" }, { name: "B" }, { name: "A" }] }),
  "spec.containers[0].env[2]: has the same name as the entry at index 0",
);
const ports = (...protocols: readonly (string | undefined)[]): JsonObject =>
  pod(
    {},
    {
      ports: protocols.map((protocol) => ({
        containerPort: 80,
        ...(protocol === undefined ? {} : { protocol }),
      })),
    },
  );
test(accepted, "a port with two protocols", ports(undefined, "UDP"));
test(
  refused,
  "a port twice with one protocol, once by default",
  ports(undefined, "UDP", "TCP"),
  "spec.containers[0].ports[2]: has the same containerPort and protocol as the entry at index 0",
);
test(
  refused,
  "a duplicate finalizer",
  configMap({ finalizers: ["a.b/c", "a.b/c"] }),
  "metadata.finalizers[1]: has the same value as the entry at index 0",
);
test(accepted, "a duplicate entry in an atomic list", pod({}, { args: ["a", "a"] }));
test(
  refused,
  "a list entry without its only key",
  { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "web" }, secrets: [{}] },
  "secrets[0]: must have name: it identifies the entry",
);
test(
  refused,
  "an empty value for a required field",
  pod({ hostAliases: [{ ip: "" }] }, { ports: [{ containerPort: 0 }], env: [{ name: "" }] }),
  "spec.containers[0].ports[0].containerPort: may not be 0",
  "spec.containers[0].env[0].name: may not be empty",
  "spec.hostAliases[0].ip: may not be empty",
);
test(refused, "a pod with no containers", pod({ containers: [] }), "spec.containers: may not be empty");
test(accepted, "an omitted required field that may be zero", {
  apiVersion: "apps/v1",
  kind: "ControllerRevision",
  metadata: { name: "web" },
  data: [1],
});
test(
  refused,
  "a workload without selector and template",
  { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, spec: {} },
  "spec.selector: is required",
  "spec.template: is required",
);
test(accepted, "a status with missing fields and an unknown enum value", {
  ...pod({}),
  status: { phase: "Odd", conditions: [{ type: "Ready" }] },
});
test(
  refused,
  "a status with a value of the wrong type and an unknown field",
  { ...pod({}), status: { phase: 1, foo: 1 } },
  "status.phase: must be a string, is a number: quote it",
  "status.foo?",
);
test(
  refused,
  "a fieldsV1 that is not a mapping",
  configMap({ managedFields: [{ fieldsV1: "x" }] }),
  "metadata.managedFields[0].fieldsV1: must be a mapping, is a string",
);

test(
  accepted,
  "a CRD schema with every form of nested schema",
  definition({
    type: "object",
    default: { a: [1, null, 2n ** 70n] },
    enum: [1, "a", null, {}],
    example: "x",
    maximum: 1.5,
    properties: { constructor: { type: "string" }, __proto__x: { items: { type: "string" } } },
    additionalProperties: true,
    dependencies: { a: ["b"], c: { type: "object" } },
    items: [{ type: "string" }, { additionalProperties: { nullable: true } }],
  }),
);
const inSchema = "spec.versions[0].schema.openAPIV3Schema";
test(
  refused,
  "a CRD schema with deeply nested faults",
  definition({
    properties: { a: { items: { properties: { b: { minLength: "1", foo: 1 } } } } },
    additionalProperties: "yes",
    items: 1,
  }),
  `${inSchema}.properties[a].items.properties[b].minLength: must be an integer, is a string: take the quotes away`,
  `${inSchema}.additionalProperties: must be a schema or a boolean, is a string`,
  `${inSchema}.items: must be a schema or a list, is a number`,
  `${inSchema}.properties[a].items.properties[b].foo??`,
);

test("a CRD schema with 500 nested levels is checked", (t) => {
  let schema: JsonValue = { nullable: "x" };
  for (let depth = 0; depth < 500; depth += 1) {
    schema = { items: schema };
  }
  t.is(findingsIn(definition(schema)).length, 1);
});

/** Paths to mappings, lists, items and scalars of a Deployment. */
const parts: readonly (readonly (string | number)[])[] = [
  ["metadata"],
  ["metadata", "labels"],
  ["spec"],
  ["spec", "replicas"],
  ["spec", "selector"],
  ["spec", "template", "spec"],
  ["spec", "template", "spec", "containers"],
  ["spec", "template", "spec", "containers", 1],
  ["spec", "template", "spec", "containers", 0, "ports", 0, "containerPort"],
];

function deploymentWith(path: readonly (string | number)[], part: JsonValue): JsonObject {
  const object = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", labels: { app: "web" } },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: "web" } },
      template: {
        spec: {
          containers: [
            { ...container, ports: [{ containerPort: 80 }] },
            { name: "log", image: "a" },
          ],
        },
      },
    },
  };
  return replaced(object, path, part) as JsonObject;
}

function replaced(
  value: JsonValue,
  [step, ...rest]: readonly (string | number)[],
  part: JsonValue,
): JsonValue {
  if (step === undefined) {
    return part;
  }
  const fields = value as Record<string | number, JsonValue>;
  const below = replaced(fields[step] ?? null, rest, part);
  return Array.isArray(value)
    ? value.map((one: JsonValue, index) => (index === step ? below : one))
    : { ...fields, [step]: below };
}

test("replacing a part of a Deployment with any JSON value causes findings only within that part", (t) => {
  fc.assert(
    fc.property(fc.constantFrom(...parts), fc.jsonValue(), (path, part) => {
      const value = JSON.parse(JSON.stringify(part)) as JsonValue;
      const place = formatFieldPath(path);
      for (const finding of findingsIn(deploymentWith(path, value))) {
        t.true(finding.startsWith(place), finding);
      }
    }),
  );
});
