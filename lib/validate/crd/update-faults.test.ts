import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { checkDefinition } from "./check-definition.ts";
import { removedStoredVersions } from "./removed-version.ts";

/** What kube-apiserver 1.36.3 says of definitions that take the place of others. */

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
const fresh = condition("NamesAccepted");

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
  "nothing changes": { old: {}, now: {}, reported: "" },
  "scope and kind of an established kind are fixed": {
    old: {},
    now: { scope: "Cluster", names: { plural: "foos", kind: "Bar" } },
    reported: "Invalid spec.names.kind, Invalid spec.scope",
  },
  "an old definition without a status counts as established": {
    old: {},
    status: {},
    now: { scope: "Cluster" },
    reported: "Invalid spec.scope",
  },
  "scope and kind may change before it is established": {
    old: {},
    status: fresh,
    now: { scope: "Cluster", names: { plural: "foos", kind: "Bar" } },
    reported: "",
  },
  "group and plural are fixed for good": {
    old: {},
    status: fresh,
    now: { group: "example.org", names: { plural: "bars", kind: "Foo" } },
    reported: "Invalid spec.group, Invalid spec.names.plural",
  },
  "a version that stores objects must stay": {
    old: two,
    now: other,
    reported: "Invalid status.storedVersions[0]",
  },
  "a version that stores none may go": { old: two, now: one, reported: "" },
  "a set of objects may stay": {
    old: ofSpec(setOf(plain)),
    now: ofSpec({ ...setOf(plain), description: "d" }),
    reported: "",
  },
  "a set of objects may not come": {
    old: {},
    now: ofSpec(setOf(plain)),
    reported: "Invalid spec.validation.openAPIV3Schema.properties[spec].items.x-kubernetes-map-type",
  },
  "nullable items of a set may stay": {
    old: ofSpec(setOf({ type: "string", nullable: true })),
    now: ofSpec({ ...setOf({ type: "string", nullable: true }), description: "d" }),
    reported: "",
  },
  "unknown fields may stay in defaults": {
    old: ofSpec({ type: "object", default: { a: 1 } }),
    now: ofSpec({ type: "object", default: { a: 2 } }),
    reported: "",
  },
  "unknown types may stay": { old: ofSpec({ type: "foo" }), now: ofSpec({ type: "bar" }), reported: "" },
  "preserved fields may stay": {
    old: { preserveUnknownFields: true, ...ofSpec({}) },
    now: { preserveUnknownFields: true, ...ofSpec({ description: "d" }) },
    reported: "",
  },
  "who stops preserving fields needs a structural schema": {
    old: { preserveUnknownFields: true, ...ofSpec({}) },
    now: ofSpec({}),
    reported: "Required spec.validation.openAPIV3Schema.properties[spec].type",
  },
  "preserved fields may not come": {
    old: {},
    now: { preserveUnknownFields: true },
    reported: "Invalid spec.preserveUnknownFields",
  },
  "unknown review versions may stay": { old: reviewed("v3"), now: reviewed("v4"), reported: "" },
  "a broken bundle may not come": {
    old: {},
    now: bundled("Zm9v"),
    reported: "Invalid spec.conversion.webhookClientConfig.caBundle",
  },
  "a broken bundle may come in 1.30": { old: {}, now: bundled("Zm9v"), minor: 30, reported: "" },
  "a broken bundle may come before it is established": {
    old: {},
    status: fresh,
    now: bundled("Zm9v"),
    reported: "",
  },
  "a broken bundle may stay": { old: bundled("Zm9v"), now: bundled("Zm9v"), reported: "" },
  "a sound bundle may come": { old: {}, now: bundled(certificate), reported: "" },
  "too many selectable fields may stay": {
    old: selectable(letters),
    now: { ...selectable(letters), names: { plural: "foos", kind: "Foo", shortNames: ["f"] } },
    reported: "",
  },
  "too many selectable fields may not stay in 1.34": {
    old: selectable(letters),
    now: selectable(letters),
    minor: 34,
    reported: "TooMany spec.selectableFields",
  },
  "too many selectable fields may not change": {
    old: selectable(letters),
    now: selectable(letters.toReversed()),
    reported: "TooMany spec.selectableFields",
  },
};

for (const [title, { old, status = established, now, minor = 36, reported }] of Object.entries(updates)) {
  test(`an update of a definition: ${title}`, (t) => {
    const faults = checkDefinition(definition(now), { minor, old: definition(old, status) });
    const found = faults.map(
      ({ reason, path }) => `${reason.replace("FieldValue", "")} ${formatFieldPath(path)}`,
    );
    t.is(found.toSorted().join(", "), reported);
  });
}

test("an object in deletion gets no new finalizers", (t) => {
  const old = {
    ...definition({}),
    metadata: { name: "foos.example.com", deletionTimestamp: "2026-01-01T00:00:00Z" },
  };
  const now = { ...definition({}), metadata: { name: "foos.example.com", finalizers: ["a.b/c"] } };
  t.like(checkDefinition(now, { minor: 36, old }), [
    { reason: "FieldValueForbidden", path: ["metadata", "finalizers"] },
  ]);
});

test("versions that store objects and are gone are told, once each", (t) => {
  const live = definition(two, { storedVersions: ["v1", "v1alpha1", "v1alpha1"] });
  t.deepEqual(removedStoredVersions(definition(other), live), ["v1", "v1alpha1"]);
  t.deepEqual(removedStoredVersions(definition(two), definition(two)), []);
  t.deepEqual(removedStoredVersions(definition(other), definition(one)), ["v1"]);
});
