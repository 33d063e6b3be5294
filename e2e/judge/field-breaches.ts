import type { JsonObject, JsonValue, Path } from "../../lib/object/json.ts";

const version: Path = ["spec", "versions", 0];
const webhook = (clientConfig: JsonValue, versions: JsonValue = ["v1"]): JsonObject => ({
  strategy: "Webhook",
  webhook: { clientConfig, conversionReviewVersions: versions },
});
const url = (text: string): JsonObject => webhook({ url: text });
const service = (more: JsonObject): JsonObject =>
  webhook({ service: { namespace: "a", name: "b", ...more } });
const plainColumn: JsonObject = { name: "A", type: "string", jsonPath: ".spec" };
const column = (more: JsonObject): JsonValue => [{ ...plainColumn, ...more }];
const scale = (more: JsonObject): JsonObject => ({
  scale: { specReplicasPath: ".spec.a", statusReplicasPath: ".status.a", ...more },
});
const anyVersion: JsonObject = {
  name: "v7",
  served: true,
  storage: false,
  schema: { openAPIV3Schema: { type: "object" } },
};

/**
 * Fields of a CRD by their path, each with values that are invalid there, or almost; `undefined` removes the
 * field.
 */
export const fieldBreaches: readonly (readonly [Path, readonly (JsonValue | undefined)[]])[] = [
  [
    ["metadata", "name"],
    ["other.example.com", "", "Upper.example.com", undefined],
  ],
  [
    ["metadata", "annotations"],
    [{ "api-approved.kubernetes.io": "no url" }, { "bad key!": "x" }],
  ],
  [
    ["metadata", "labels"],
    [{ "a/b/c": "x" }, { app: "bad value!" }],
  ],
  [
    ["metadata", "finalizers"],
    [["plain"], ["example.com/ok"]],
  ],
  [
    ["spec", "group"],
    ["", "nodot", "Upper.example.com", "a..b", "x.k8s.io", "x.kubernetes.io", "apps"],
  ],
  [
    ["spec", "scope"],
    [undefined, "", "cluster", "Everywhere"],
  ],
  [
    ["spec", "names", "plural"],
    ["", "Upper", "a b", "9x", "x".repeat(64), "a.b", undefined],
  ],
  [
    ["spec", "names", "kind"],
    ["", "lower", "Has-Dash", "Has Space", "9x", "K".repeat(64), undefined],
  ],
  [
    ["spec", "names", "singular"],
    ["Upper", "a b", "x".repeat(64)],
  ],
  [
    ["spec", "names", "listKind"],
    ["Bad List", "", "lower"],
  ],
  [
    ["spec", "names", "shortNames"],
    [["ok"], ["Upper"], [""], ["a", "a"]],
  ],
  [
    ["spec", "names", "categories"],
    [["all"], ["Not Good"], [""]],
  ],
  [
    ["spec", "versions"],
    [[], undefined, null, [anyVersion]],
  ],
  [
    ["spec", "versions", 1],
    [
      anyVersion,
      { ...anyVersion, storage: true },
      { ...anyVersion, name: "v1" },
      { ...anyVersion, name: "V_1" },
      { ...anyVersion, name: "" },
      { ...anyVersion, schema: null },
      { ...anyVersion, name: "x".repeat(64) },
    ],
  ],
  [
    [...version, "storage"],
    [false, true, undefined],
  ],
  [
    [...version, "served"],
    [false, undefined],
  ],
  [
    [...version, "schema"],
    [
      undefined,
      {},
      { openAPIV3Schema: {} },
      { openAPIV3Schema: { type: "string" } },
      { openAPIV3Schema: { type: "array", items: { type: "string" } } },
    ],
  ],
  [
    [...version, "schema", "openAPIV3Schema"],
    [
      { type: "object", nullable: true },
      { type: "object", "x-kubernetes-embedded-resource": true },
      { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      { type: "object", default: {} },
      { type: "object", additionalProperties: { type: "string" } },
      { type: "object", required: ["metadata", "spec"] },
      { type: "object", "x-kubernetes-validations": [{ rule: "self.metadata.name.startsWith('a')" }] },
      { type: "object", "x-kubernetes-validations": [{ rule: "self.metadata.namespace == 'a'" }] },
      { type: "object", properties: { metadata: { type: "string" } } },
      { type: "object", properties: { apiVersion: { type: "string", pattern: "^v1$" } } },
    ],
  ],
  [
    [...version, "deprecated"],
    [true, false],
  ],
  [
    [...version, "deprecationWarning"],
    ["", "says so", "a\nb", "x".repeat(300), "\u0007bell"],
  ],
  [
    [...version, "subresources"],
    [
      {},
      { status: {} },
      { status: null },
      scale({}),
      scale({ specReplicasPath: "" }),
      scale({ specReplicasPath: "spec.a" }),
      scale({ specReplicasPath: ".status.a" }),
      scale({ specReplicasPath: ".spec.a[0]" }),
      scale({ statusReplicasPath: ".spec.a" }),
      scale({ statusReplicasPath: "" }),
      scale({ labelSelectorPath: ".status.s" }),
      scale({ labelSelectorPath: ".spec.s" }),
      scale({ labelSelectorPath: "status" }),
    ],
  ],
  [
    [...version, "additionalPrinterColumns"],
    [
      [],
      column({}),
      column({ type: "text" }),
      column({ name: "" }),
      column({ type: "" }),
      column({ format: "zork" }),
      column({ jsonPath: "" }),
      column({ jsonPath: "spec" }),
      column({ jsonPath: ".spec[" }),
      column({ jsonPath: "{.spec}" }),
      column({ priority: -1 }),
      [plainColumn, plainColumn],
    ],
  ],
  [
    [...version, "selectableFields"],
    [
      [],
      [{ jsonPath: ".spec" }],
      [{ jsonPath: ".spec.nothing" }],
      [{ jsonPath: "" }],
      [{ jsonPath: ".metadata.name" }],
      [{ jsonPath: ".spec.alpha" }, { jsonPath: ".spec.alpha" }],
      [{ jsonPath: ".spec.items[0]" }],
      [{ jsonPath: "spec.alpha" }],
      Array.from({ length: 9 }, (_, index) => ({ jsonPath: `.spec.a${index}` })),
    ],
  ],
  [
    ["spec", "conversion"],
    [
      {},
      { strategy: "None" },
      { strategy: "Zork" },
      { strategy: "Webhook" },
      { strategy: "None", webhook: { conversionReviewVersions: ["v1"] } },
      url("https://a.example.com/x"),
      url("http://a.example.com"),
      url("https://a:b@c/"),
      url("https://a/?x=1"),
      url("https://a/#f"),
      url("::"),
      url(""),
      service({}),
      service({ path: "x" }),
      service({ path: "/a//b" }),
      service({ path: "/a/%zz" }),
      service({ port: 0 }),
      service({ port: 70_000 }),
      service({ name: "" }),
      webhook({}),
      webhook({ url: "https://a", service: { namespace: "a", name: "b" } }),
      webhook({ url: "https://a" }, []),
      webhook({ url: "https://a" }, ["v2"]),
      webhook({ url: "https://a" }, ["v1", "v1"]),
      webhook({ url: "https://a" }, ["v1", "X Y"]),
      webhook({ url: "https://a", caBundle: "AAAA" }),
      webhook({ url: "https://a", caBundle: "!" }),
    ],
  ],
  [
    ["spec", "preserveUnknownFields"],
    [true, false, null],
  ],
  [["spec", "zork"], [1]],
  [["spec", "names", "plurals"], ["x"]],
  [
    ["status"],
    [
      {},
      { storedVersions: ["v1"] },
      { acceptedNames: { plural: "x", kind: "X" }, conditions: [], storedVersions: [] },
    ],
  ],
];
