import test from "ava";

import { isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { checkDefinition } from "./check-definition.ts";

/**
 * Faults that kube-apiserver 1.36.3 reports for CRDs: title, change, reasons and paths; `@` is the path of
 * the change.
 */

const conversion = "spec.conversion";

function version(name: string, schema: JsonObject): JsonObject {
  return { name, served: true, storage: false, schema: { openAPIV3Schema: { type: "object", ...schema } } };
}

function definition(patch: JsonValue): JsonObject {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "foos", kind: "Foo" },
      versions: [{ ...version("v1", {}), storage: true }],
      ...objectOf(patch),
    },
  };
}

function objectOf(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}

function webhook(clientConfig: JsonValue, conversionReviewVersions: JsonValue): JsonObject {
  return definition({
    conversion: { strategy: "Webhook", webhook: { clientConfig, conversionReviewVersions } },
  });
}

function selectable(paths: JsonValue): JsonObject {
  const integers = Object.fromEntries("bcdefghi".split("").map((name) => [name, { type: "integer" }]));
  const spec = {
    type: "object",
    properties: {
      a: { type: "string" },
      n: { type: "number" },
      m: { type: "object", additionalProperties: { type: "string" } },
      ...integers,
    },
  };
  const metadata = { type: "object", properties: { name: { type: "string" } } };
  const selectableFields = (paths as string[]).map((jsonPath) => ({ jsonPath }));
  return definition({
    versions: [{ ...version("v1", { properties: { metadata, spec } }), storage: true, selectableFields }],
  });
}

function protectedDefinition(text: JsonValue): JsonObject {
  const annotations: JsonObject = text === null ? {} : { "api-approved.kubernetes.io": text };
  return { ...definition({ group: "x.k8s.io" }), metadata: { name: "foos.x.k8s.io", annotations } };
}

interface Table {
  readonly what: string;
  readonly make: (patch: JsonValue) => JsonObject;
  readonly at: string;
  readonly cases: string;
}

function testAll({ what, make, at, cases }: Table): void {
  for (const line of cases.split("\n").slice(1, -1)) {
    const [title = "", patch = "", reported = ""] = line.split(" | ");
    test(`the faults of ${what} ${title} match those of the API server`, (t) => {
      t.deepEqual(reportedOf(make(JSON.parse(patch)), at), reported.split(", ").toSorted().filter(Boolean));
    });
  }
}

function reportedOf(value: JsonObject, at: string): readonly string[] {
  const found = checkDefinition(value, { minor: 36 }).map(
    ({ reason, path }) => `${reason.replace("FieldValue", "")} ${formatFieldPath(path).replace(at, "@")}`,
  );
  return [...new Set(found)].toSorted();
}

testAll({
  what: "a CRD with",
  make: (patch) => definition(patch),
  at: "@@",
  cases: String.raw`
no group | {"group":""} | Invalid metadata.name, Required spec.group
a group without a dot | {"group":"example"} | Invalid metadata.name, Invalid spec.group
a group in capitals | {"group":"Example.com"} | Invalid metadata.name, Invalid spec.group
no scope | {"scope":""} | Required spec.scope
an unknown scope | {"scope":"Global"} | NotSupported spec.scope
no versions | {"versions":[]} | Invalid spec.versions, Invalid status.storedVersions
two storage versions | {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}},{"name":"v2","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]} | Invalid spec.versions, Invalid status.storedVersions
a duplicate version | {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}},{"name":"v1","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object"}}}]} | Invalid spec.versions
preserveUnknownFields | {"preserveUnknownFields":true} | Invalid spec.preserveUnknownFields
preserveUnknownFields with a webhook | {"preserveUnknownFields":true,"conversion":{"strategy":"Webhook","webhook":{"clientConfig":{"url":"https://a"},"conversionReviewVersions":["v1"]}}} | Invalid spec.conversion.strategy, Invalid spec.preserveUnknownFields
equal schemas in two versions | {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"string"}}},{"name":"v2","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"string","nullable":false}}}]} | Invalid spec.validation.openAPIV3Schema.type
different schemas in two versions | {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"string"}}},{"name":"v2","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"integer"}}}]} | Invalid spec.versions[0].schema.openAPIV3Schema.type, Invalid spec.versions[1].schema.openAPIV3Schema.type
selectable fields in one of two otherwise equal versions | {"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"string"}}}},"selectableFields":[{"jsonPath":".spec"}]},{"name":"v2","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"string"}}}}}]} | Invalid spec.versions[0].selectableFields
a conversion without a strategy | {"conversion":{}} | Required spec.conversion.strategy
an unknown conversion strategy | {"conversion":{"strategy":"Magic"}} | NotSupported spec.conversion.strategy
a webhook with the strategy None | {"conversion":{"strategy":"None","webhook":{"clientConfig":{},"conversionReviewVersions":["v1"]}}} | Forbidden spec.conversion.conversionReviewVersions, Forbidden spec.conversion.webhookClientConfig
the strategy Webhook without a webhook | {"conversion":{"strategy":"Webhook"}} | Required spec.conversion.conversionReviewVersions, Required spec.conversion.webhookClientConfig
`,
});

testAll({
  what: "a version with",
  make: (patch) => definition({ versions: [{ ...version("v1", {}), storage: true, ...objectOf(patch) }] }),
  at: "spec.versions[0]",
  cases: String.raw`
no schema | {"schema":null} | Required @.schema.openAPIV3Schema
an empty schema | {"schema":{}} | Required @.schema.openAPIV3Schema
a name in capitals | {"name":"V1"} | Invalid spec.version, Invalid @.name
a deprecation warning without deprecation | {"deprecationWarning":"old"} | Invalid @.deprecationWarning
a deprecation warning | {"deprecated":true,"deprecationWarning":"old"} | 
an empty warning | {"deprecated":true,"deprecationWarning":""} | Invalid @.deprecationWarning
a warning of two lines | {"deprecated":true,"deprecationWarning":"a\nb"} | Invalid @.deprecationWarning
a warning of 258 bytes | {"deprecated":true,"deprecationWarning":"äääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääää"} | Invalid @.deprecationWarning
a version that is not served | {"served":false} | 
no storage version | {"storage":false} | Invalid spec.versions, Invalid status.storedVersions
a printer column with only invalid fields | {"additionalPrinterColumns":[{"name":"","type":"text","format":"iso","jsonPath":"spec"}]} | Invalid spec.additionalPrinterColumns[0].JSONPath, Invalid spec.additionalPrinterColumns[0].format, Invalid spec.additionalPrinterColumns[0].type, Required spec.additionalPrinterColumns[0].name
an empty printer column | {"additionalPrinterColumns":[{}]} | Required spec.additionalPrinterColumns[0].JSONPath, Required spec.additionalPrinterColumns[0].name, Required spec.additionalPrinterColumns[0].type
a valid printer column | {"additionalPrinterColumns":[{"name":"A","type":"date","format":"date-time","jsonPath":".a","priority":1}]} | 
valid scale paths | {"subresources":{"scale":{"specReplicasPath":".spec.replicas","statusReplicasPath":".status.replicas","labelSelectorPath":".status.selector"}}} | 
invalid scale paths | {"subresources":{"scale":{"specReplicasPath":".status.replicas","statusReplicasPath":"status.replicas","labelSelectorPath":".foo"}}} | Invalid spec.subresources.scale.labelSelectorPath, Invalid spec.subresources.scale.specReplicasPath, Invalid spec.subresources.scale.statusReplicasPath
no scale paths | {"subresources":{"scale":{}}} | Required spec.subresources.scale.specReplicasPath, Required spec.subresources.scale.statusReplicasPath
a selectable field without a schema for it | {"selectableFields":[{"jsonPath":".spec.a"}]} | Invalid spec.selectableFields[0].jsonPath
`,
});

testAll({
  what: "names with",
  make: (patch) => definition({ names: { plural: "foos", kind: "Foo", ...objectOf(patch) } }),
  at: "spec.names",
  cases: String.raw`
no plural | {"plural":""} | Invalid metadata.name, Required @.plural
a plural with a dot | {"plural":"foo.s"} | Invalid metadata.name, Invalid @.plural
no kind | {"kind":""} | Required @.kind, Required @.listKind, Required @.singular
a kind that starts with a digit | {"kind":"9Foo"} | Invalid @.kind, Invalid @.listKind, Invalid @.singular
a listKind equal to the kind | {"listKind":"Foo"} | Invalid @.listKind
names that are not DNS labels | {"singular":"Foo","shortNames":["f","F"],"categories":["all",""]} | Invalid @.categories[1], Invalid @.shortNames[1], Invalid @.singular
`,
});

testAll({
  what: "selectable fields with",
  make: (paths) => selectable(paths),
  at: "spec.selectableFields",
  cases: String.raw`
string fields | [".spec.a",".spec.m.k"] | 
a duplicate field | [".spec.a",".spec.a"] | Duplicate @[1].jsonPath
a number | [".spec.n"] | Invalid @[0].jsonPath
an object | [".spec"] | Invalid @[0].jsonPath
metadata | [".metadata.name"] | Invalid @[0].jsonPath
an unknown field | [".spec.z"] | Invalid @[0].jsonPath
brackets | [".spec['a']"] | Invalid @[0].jsonPath
an empty path | [""] | Required @[0].jsonPath
a path without a dot | ["spec.a"] | Invalid @[0].jsonPath
a path that ends in a dot | [".spec."] | Invalid @[0].jsonPath
nine fields | [".spec.a",".spec.b",".spec.c",".spec.d",".spec.e",".spec.f",".spec.g",".spec.h",".spec.i"] | TooMany @
`,
});

testAll({
  what: "review versions with",
  make: (versions) => webhook({ url: "https://a.example.com" }, versions),
  at: `${conversion}.conversionReviewVersions`,
  cases: String.raw`
no version | [] | Required @
an unknown version | ["v2"] | Invalid @
a duplicate | ["v1","v1"] | Invalid @[1]
a version in capitals | ["V1","v1beta1"] | Invalid @[0]
`,
});

testAll({
  what: "a webhook with",
  make: (client) => webhook(client, ["v1"]),
  at: `${conversion}.webhookClientConfig`,
  cases: String.raw`
neither url nor service | {} | Required @
url and service | {"url":"https://a","service":{"name":"a","namespace":"b"}} | Required @
a service without a name | {"service":{"name":"","namespace":"b"}} | Required @.service.namespace
a service without a namespace | {"service":{"name":"a"}} | Required @.service.name
port 0 | {"service":{"name":"a","namespace":"b","port":0}} | Invalid @.service.port
a path with an empty segment | {"service":{"name":"a","namespace":"b","path":"a//b"}} | Invalid @.service.path
a valid path | {"service":{"name":"a","namespace":"b","path":"/a/b.c/"}} | 
a CA bundle that is not a certificate | {"url":"https://a","caBundle":"Zm9v"} | 
`,
});

testAll({
  what: "a webhook with",
  make: (url) => webhook({ url }, ["v1"]),
  at: `${conversion}.webhookClientConfig.url`,
  cases: String.raw`
the URL "https://a.example.com/x" | "https://a.example.com/x" | 
the URL "http://a" | "http://a" | Invalid @
the URL "a" | "a" | Invalid @
the URL "https://" | "https://" | Invalid @
the URL "https://u:p@a" | "https://u:p@a" | Invalid @
the URL "https://a?x" | "https://a?x" | Invalid @
the URL "https://a?" | "https://a?" | 
the URL "https://a#f" | "https://a#f" | Invalid @
the URL "https://a:8x" | "https://a:8x" | Required @
the URL "https://a:1:2" | "https://a:1:2" | Required @
the URL "https://a b" | "https://a b" | Required @
the URL "https://a/%zz" | "https://a/%zz" | Required @
the URL ":a" | ":a" | Required @
the URL "a:b" | "a:b" | Invalid @
the URL "a/b:c" | "a/b:c" | Invalid @
the URL "https:a" | "https:a" | Invalid @
the URL "///a" | "///a" | Invalid @
the URL "https://[::1]:443/" | "https://[::1]:443/" | 
the URL "https://[::1" | "https://[::1" | Required @
the URL "HTTPS://a" | "HTTPS://a" | 
the URL "https://ä" | "https://ä" | 
the URL "https://a\n" | "https://a\n" | Required @
the URL "" | "" | Invalid @
`,
});

testAll({
  what: "metadata with",
  make: (patch) => ({ ...definition({}), metadata: { name: "foos.example.com", ...objectOf(patch) } }),
  at: "metadata",
  cases: String.raw`
another name | {"name":"foo.example.com"} | Invalid @.name
no name | {"name":""} | Required @.name
generateName instead of a name | {"name":"","generateName":"foo-"} | Invalid @.generateName, Invalid @.name
invalid labels | {"labels":{"a b":"","a":"-"}} | Invalid @.labels
an invalid annotation | {"annotations":{"a/b/c":""}} | Invalid @.annotations
an empty owner reference | {"ownerReferences":[{"apiVersion":"","kind":"","name":"","uid":""}]} | Invalid @.ownerReferences.apiVersion, Invalid @.ownerReferences.kind, Invalid @.ownerReferences.name, Invalid @.ownerReferences.uid
conflicting finalizers | {"finalizers":["orphan","foregroundDeletion"]} | Invalid @.finalizers
`,
});

testAll({
  what: "a protected API group with",
  make: (text) => protectedDefinition(text),
  at: "metadata.annotations[api-approved.kubernetes.io]",
  cases: String.raw`
no annotation | null | Required @
an empty annotation | "" | Required @
a URL | "https://github.com/kubernetes/enhancements/pull/1" | 
unapproved and a reason | "unapproved, experimental" | 
another word | "yes" | Invalid @
`,
});
