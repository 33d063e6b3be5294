import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { checkDefinition } from "./check-definition.ts";
import { removedStoredVersions } from "./removed-version.ts";

/** Faults that kube-apiserver 1.36.3 reports for updates of CRDs. */

function version(name: string, spec: JsonObject, storage: boolean): JsonObject {
  return {
    name,
    served: true,
    storage,
    schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
  };
}

const plain = { type: "object" };
const one = { versions: [version("v1", plain, true)] };
const two = { versions: [version("v1", plain, true), version("v2", plain, false)] };
const other = { versions: [version("v2", plain, true)] };

function definition(patch: JsonObject, status: JsonObject = {}): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "foos", kind: "Foo" },
      ...one,
      ...patch,
    },
    status,
  };
}

function condition(type: string): JsonObject {
  return { storedVersions: ["v1"], conditions: [{ type, status: "True" }] };
}

const established = condition("Established");
const notEstablished = condition("NamesAccepted");

function ofSpec(schema: JsonObject): JsonObject {
  return { versions: [version("v1", schema, true)] };
}

function bundled(caBundle: string): JsonObject {
  return webhook({ conversionReviewVersions: ["v1"], clientConfig: { url: "https://a", caBundle } });
}

function reviewed(conversionReviewVersion: string): JsonObject {
  return webhook({
    conversionReviewVersions: [conversionReviewVersion],
    clientConfig: { url: "https://a" },
  });
}

function webhook(client: JsonObject): JsonObject {
  return { conversion: { strategy: "Webhook", webhook: client } };
}

const letters = "abcdefghij".split("");

function selectable(names: readonly string[]): JsonObject {
  const properties = Object.fromEntries(letters.map((name) => [name, { type: "string" }]));
  const selectableFields = names.map((name) => ({ jsonPath: `.spec.${name}` }));
  return { versions: [{ ...version("v1", { type: "object", properties }, true), selectableFields }] };
}

const setOf = (items: JsonObject): JsonObject => ({ type: "array", "x-kubernetes-list-type": "set", items });
const certificate =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJiVENDQVJPZ0F3SUJBZ0lVSVlUYTM5MVBoUG10TWFSeTZSb3RXamJNNjRzd0NnWUlLb1pJemowRUF3SXcKRERFS01BZ0dBMVVFQXd3QmVEQWVGdzB5TmpFeE1qRXhORFUxTkRoYUZ3MHpOakV4TVRneE5EVTFORGhhTUF3eApDakFJQmdOVkJBTU1BWGd3V1RBVEJnY3Foa2pPUFFJQkJnZ3Foa2pPUFFNQkJ3TkNBQVErY0Ftby95VEZ2enI4CkhBQWVQU0lFS1BxNStzKzlzVkNzNnJkdFk5VFY4bW5KZjVpd2dJWkJ2WnN3WllWcWYwTzRvQnJzd05GSDNSbUsKUENBNHJvR0NvMU13VVRBZEJnTlZIUTRFRmdRVWNhcW5hYUo2Rkt1OEMxY1MvQndOWVh2elpRRXdId1lEVlIwagpCQmd3Rm9BVWNhcW5hYUo2Rkt1OEMxY1MvQndOWVh2elpRRXdEd1lEVlIwVEFRSC9CQVV3QXdFQi96QUtCZ2dxCmhrak9QUVFEQWdOSUFEQkZBaUJwSDRiVWhldmNHQVh6OFNqQzZqMzJETUVVSktTNnJ5ZE5sOFoveVFNRG5nSWgKQU1iVHM4bmdZelRKRVYrTUp4REpXOUROaHFJbGQ1Rmx1a1RoVWpLd1V1VEsKLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=";

interface Update {
  readonly old: JsonObject;
  readonly status?: JsonObject;
  readonly now: JsonObject;
  readonly minor?: number;
  readonly reported: string;
}

const updates: Readonly<Record<string, Update>> = {
  "no change": { old: {}, now: {}, reported: "" },
  "scope and kind of an established CRD are immutable": {
    old: {},
    now: { scope: "Cluster", names: { plural: "foos", kind: "Bar" } },
    reported: "Invalid spec.names.kind, Invalid spec.scope",
  },
  "a CRD without a status counts as established": {
    old: {},
    status: {},
    now: { scope: "Cluster" },
    reported: "Invalid spec.scope",
  },
  "scope and kind may change before the CRD is established": {
    old: {},
    status: notEstablished,
    now: { scope: "Cluster", names: { plural: "foos", kind: "Bar" } },
    reported: "",
  },
  "group and plural are immutable even before the CRD is established": {
    old: {},
    status: notEstablished,
    now: { group: "example.org", names: { plural: "bars", kind: "Foo" } },
    reported: "Invalid spec.group, Invalid spec.names.plural",
  },
  "a version in status.storedVersions may not be removed": {
    old: two,
    now: other,
    reported: "Invalid status.storedVersions[0]",
  },
  "a version that is not in status.storedVersions may be removed": { old: two, now: one, reported: "" },
  "an existing set of objects may be kept": {
    old: ofSpec(setOf(plain)),
    now: ofSpec({ ...setOf(plain), description: "d" }),
    reported: "",
  },
  "a set of objects may not be added": {
    old: {},
    now: ofSpec(setOf(plain)),
    reported: "Invalid spec.validation.openAPIV3Schema.properties[spec].items.x-kubernetes-map-type",
  },
  "existing nullable items of a set may be kept": {
    old: ofSpec(setOf({ type: "string", nullable: true })),
    now: ofSpec({ ...setOf({ type: "string", nullable: true }), description: "d" }),
    reported: "",
  },
  "a default with unknown fields may replace another one with unknown fields": {
    old: ofSpec({ type: "object", default: { a: 1 } }),
    now: ofSpec({ type: "object", default: { a: 2 } }),
    reported: "",
  },
  "an unknown type may replace another unknown type": {
    old: ofSpec({ type: "foo" }),
    now: ofSpec({ type: "bar" }),
    reported: "",
  },
  "an existing preserveUnknownFields may be kept": {
    old: { preserveUnknownFields: true, ...ofSpec({}) },
    now: { preserveUnknownFields: true, ...ofSpec({ description: "d" }) },
    reported: "",
  },
  "disabling preserveUnknownFields requires a structural schema": {
    old: { preserveUnknownFields: true, ...ofSpec({}) },
    now: ofSpec({}),
    reported: "Required spec.validation.openAPIV3Schema.properties[spec].type",
  },
  "preserveUnknownFields may not be enabled": {
    old: {},
    now: { preserveUnknownFields: true },
    reported: "Invalid spec.preserveUnknownFields",
  },
  "an unknown review version may replace another unknown one": {
    old: reviewed("v3"),
    now: reviewed("v4"),
    reported: "",
  },
  "an invalid CA bundle may not be added": {
    old: {},
    now: bundled("Zm9v"),
    reported: "Invalid spec.conversion.webhookClientConfig.caBundle",
  },
  "an invalid CA bundle may be added in Kubernetes 1.30": {
    old: {},
    now: bundled("Zm9v"),
    minor: 30,
    reported: "",
  },
  "an invalid CA bundle may be added before the CRD is established": {
    old: {},
    status: notEstablished,
    now: bundled("Zm9v"),
    reported: "",
  },
  "an existing invalid CA bundle may be kept": { old: bundled("Zm9v"), now: bundled("Zm9v"), reported: "" },
  "a valid CA bundle may be added": { old: {}, now: bundled(certificate), reported: "" },
  "an existing list of too many selectable fields may be kept": {
    old: selectable(letters),
    now: { ...selectable(letters), names: { plural: "foos", kind: "Foo", shortNames: ["f"] } },
    reported: "",
  },
  "an existing list of too many selectable fields may not be kept in Kubernetes 1.34": {
    old: selectable(letters),
    now: selectable(letters),
    minor: 34,
    reported: "TooMany spec.selectableFields",
  },
  "an existing list of too many selectable fields may not change": {
    old: selectable(letters),
    now: selectable(letters.toReversed()),
    reported: "TooMany spec.selectableFields",
  },
};

for (const [title, { old, status = established, now, minor = 36, reported }] of Object.entries(updates)) {
  test(`an update of a CRD: ${title}`, (t) => {
    const faults = checkDefinition(definition(now), { minor, old: definition(old, status) });
    const found = faults.map(
      ({ reason, path }) => `${reason.replace("FieldValue", "")} ${formatFieldPath(path)}`,
    );
    t.is(found.toSorted().join(", "), reported);
  });
}

test("no finalizers may be added to a CRD that is being deleted", (t) => {
  const old = {
    ...definition({}),
    metadata: { name: "foos.example.com", deletionTimestamp: "2026-01-01T00:00:00Z" },
  };
  const now = { ...definition({}), metadata: { name: "foos.example.com", finalizers: ["a.b/c"] } };
  t.like(checkDefinition(now, { minor: 36, old }), [
    { reason: "FieldValueForbidden", path: ["metadata", "finalizers"] },
  ]);
});

test("removed versions that are in status.storedVersions are reported once each", (t) => {
  const live = definition(two, { storedVersions: ["v1", "v1alpha1", "v1alpha1"] });
  t.deepEqual(removedStoredVersions(definition(other), live), ["v1", "v1alpha1"]);
  t.deepEqual(removedStoredVersions(definition(two), definition(two)), []);
  t.deepEqual(removedStoredVersions(definition(other), definition(one)), ["v1"]);
});
