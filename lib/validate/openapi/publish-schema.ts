import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../../object/json.ts";
import type { CustomDefinition, DefinedVersion } from "../model/crd.ts";
import { nativeFields, type OpenApiVersion } from "./object-meta-schema.ts";
import { writtenSchema } from "./normalize-schema.ts";

/**
 * Returns the schema of one version of a custom resource as the API server publishes it, under its published
 * name: `{ "com.example.stable.v1.CronTab": { … } }`. OpenAPI v3 has all of it; v2 lacks what it cannot
 * express, and what would make kubectl stricter than the schema (Kubernetes documentation, "Publish
 * Validation Schema in OpenAPI").
 */
export function publishSchema(
  definition: CustomDefinition,
  version: DefinedVersion,
  openApi: OpenApiVersion,
): JsonObject {
  const { group, kind } = definition;
  const name = [...group.split(".").toReversed(), version.name, kind].join(".");
  return {
    [name]: {
      ...bodyOf(version.schema?.raw, { openApi, preserves: definition.preserveUnknownFields }),
      "x-kubernetes-group-version-kind": [{ group, kind, version: version.name }],
      ...selectableFields(definition, version),
    },
  };
}

interface Publishing {
  readonly openApi: OpenApiVersion;
  /** Whether the definition keeps fields that its schema does not know. */
  readonly preserves: boolean;
}

function bodyOf(raw: JsonObject | undefined, { openApi, preserves }: Publishing): JsonObject {
  const keeps = preserves || field(raw, "x-kubernetes-preserve-unknown-fields") === true;
  if (raw === undefined || (openApi === "v2" && keeps)) {
    // With any other content, kubectl would reject all other fields.
    return { type: "object" };
  }
  const written = writtenSchema(raw);
  const schema = openApi === "v2" ? withoutUnpublishable(written) : written;
  const embedded = embedResources(schema, openApi);
  return {
    ...embedded,
    properties: { ...objectField(embedded, "properties"), ...nativeFields(openApi).root },
  };
}

/**
 * Adds the fields that every object has to embedded objects. Its depth is bounded by that of the document.
 */
function embedResources(schema: JsonObject, openApi: OpenApiVersion): JsonObject {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, embedBelow(name, value, openApi)]),
  );
  const keeps = openApi === "v2" && inner["x-kubernetes-preserve-unknown-fields"] === true;
  if (inner["x-kubernetes-embedded-resource"] !== true || keeps) {
    return inner;
  }
  const required = listField(inner, "required");
  return {
    ...inner,
    required: [...required, ...["kind", "apiVersion"].filter((name) => !required.includes(name))],
    properties: { ...objectField(inner, "properties"), ...nativeFields(openApi).embedded },
  };
}

function embedBelow(name: string, value: JsonValue, openApi: OpenApiVersion): JsonValue {
  if (name === "properties" && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, below]) => [
        key,
        isObject(below) ? embedResources(below, openApi) : below,
      ]),
    );
  }
  const isSchema = (name === "items" || name === "additionalProperties") && isObject(value);
  return isSchema ? embedResources(value, openApi) : value;
}

function selectableFields({ raw }: CustomDefinition, { name }: DefinedVersion): JsonObject {
  const versions = listField(objectField(raw, "spec"), "versions");
  const version = versions.find((one) => field(one, "name") === name);
  const fields = listField(version, "selectableFields").map((one) => ({
    fieldPath: (stringField(one, "jsonPath") ?? "").replace(/^\./, ""),
  }));
  return fields.length === 0 ? {} : { "x-kubernetes-selectable-fields": fields };
}

const junctors: readonly string[] = ["allOf", "anyOf", "oneOf", "not"];

/**
 * Removes what OpenAPI v2 cannot express, and what would make kubectl stricter than the schema: the type,
 * items and properties of nullable values, items and properties where unknown fields are kept. Its depth is
 * bounded by that of the document.
 */
function withoutUnpublishable(schema: JsonObject): JsonObject {
  const dropped = droppedFields(schema);
  const kept = Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !dropped.has(name))
      .map(([name, value]) => [name, publishedBelow(name, value)]),
  );
  const required = requiredOf(kept, schema);
  const { required: _, ...rest } = kept;
  return required.length === 0 ? rest : { ...rest, required };
}

function droppedFields(schema: JsonObject): ReadonlySet<string> {
  const dropped = new Set([...junctors, "default"]);
  const keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema["nullable"] === true) {
    addTo(dropped, ["type", "nullable"]);
  }
  if (schema["nullable"] === true || keepsUnknown) {
    addTo(dropped, ["items", "properties"]);
  }
  const hasItems = isObject(field(schema, "items")) && !dropped.has("items");
  if ((schema["type"] === "array" && !hasItems) || (keepsUnknown && schema["type"] === "object")) {
    dropped.add("type");
  }
  return dropped;
}

function addTo(set: Set<string>, names: readonly string[]): void {
  for (const name of names) {
    set.add(name);
  }
}

function publishedBelow(name: string, value: JsonValue): JsonValue {
  if (name === "properties" && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, isObject(one) ? withoutUnpublishable(one) : one]),
    );
  }
  const isSchema = (name === "items" || name === "additionalProperties") && isObject(value);
  return isSchema ? withoutUnpublishable(value) : value;
}

/** kubectl does not require a nullable property. */
function requiredOf(kept: JsonObject, schema: JsonObject): readonly string[] {
  if (field(field(schema, "additionalProperties"), "nullable") === true) {
    return [];
  }
  const properties = "properties" in kept ? objectField(schema, "properties") : {};
  return stringsField(kept, "required").filter((name) => field(field(properties, name), "nullable") !== true);
}
