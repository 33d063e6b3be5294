import type { JsonObject } from "../../object/json.ts";

/** The OpenAPI versions in which an API server publishes schemas. */
export const openApiVersions = ["v2", "v3"] as const;
export type OpenApiVersion = (typeof openApiVersions)[number];

const conventions = "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";
const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/** The descriptions that the API server gives to the fields of every object. */
const descriptions = {
  apiVersion: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${conventions}#resources`,
  kind: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${conventions}#types-kinds`,
  metadata: `Standard object's metadata. More info: ${conventions}#metadata`,
  embeddedApiVersion: `apiVersion defines the versioned schema of this representation of an object. More info: ${conventions}#resources`,
  embeddedKind: `kind is a string value representing the type of this object. In CamelCase. More info: ${conventions}#types-kinds`,
};

/** Returns the fields that every object has: those of the root, and those of an embedded object. */
export function nativeFields(openApi: OpenApiVersion): Readonly<Record<"root" | "embedded", JsonObject>> {
  const { apiVersion, kind, embeddedApiVersion, embeddedKind } = descriptions;
  const metadata = metadataField(openApi);
  return {
    root: { apiVersion: text(apiVersion), kind: text(kind), metadata },
    embedded: { apiVersion: text(embeddedApiVersion), kind: text(embeddedKind), metadata },
  };
}

function text(description: string): JsonObject {
  return { description, type: "string" };
}

function metadataField(openApi: OpenApiVersion): JsonObject {
  const description = descriptions.metadata;
  return openApi === "v2"
    ? { description, $ref: `#/definitions/${objectMeta}` }
    : { description, allOf: [{ $ref: `#/components/schemas/${objectMeta}` }] };
}
