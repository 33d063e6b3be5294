import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  sameJson,
  stringField,
} from "../../object/json.ts";
import { readSchema, type Schema } from "../model/schema.ts";
import { withDefaultNames } from "./validate-names.ts";
import { sameSchema } from "../schema/same-schema.ts";

/**
 * A definition in the internal form that the API server validates: parts that all versions share are held
 * once, which is why its answers name `spec.validation`, `spec.subresources` and the like.
 */
export interface InternalCrd {
  readonly raw: JsonObject;
  readonly spec: JsonObject;
  readonly group: string;
  readonly names: JsonObject;
  /** Only definitions from before v1 may set it. */
  readonly preserveUnknownFields: boolean;
  readonly versions: readonly StoredVersion[];
  readonly shared: VersionParts;
  /** `None` if absent. */
  readonly conversion: JsonObject;
}

/** The parts of one version, or those that all versions share. */
export interface VersionParts {
  /** The object that holds the schema; it may lack one. */
  readonly validation?: JsonObject;
  readonly schema?: Schema;
  readonly subresources?: JsonObject;
  readonly columns: readonly JsonObject[];
  readonly selectable: readonly JsonObject[];
}

/** One version, with the parts that it does not share. */
export interface StoredVersion extends VersionParts {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning: string | undefined;
}

const noParts: VersionParts = { columns: [], selectable: [] };

/** Converts a definition of v1 into that form. Complexity: linear. */
export function readStoredForm(raw: JsonObject): InternalCrd {
  const spec = objectField(raw, "spec");
  const versions = listField(spec, "versions").map((one) => (isObject(one) ? one : {}));
  const isShared = (name: PartName): boolean =>
    versions.every((one) => samePart(name, written(one, name), written(versions[0], name)));
  const shared = new Set(partNames.filter(isShared));
  const [first] = versions;
  const conversion = field(spec, "conversion");
  return {
    raw,
    spec,
    group: stringField(spec, "group") ?? "",
    names: withDefaultNames(objectField(spec, "names")),
    preserveUnknownFields: field(spec, "preserveUnknownFields") === true,
    versions: versions.map((one) => readVersion(one, (name) => !shared.has(name))),
    shared: first === undefined ? noParts : readParts(first, (name) => shared.has(name)),
    conversion: isObject(conversion) ? conversion : { strategy: "None" },
  };
}

const partNames = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"] as const;
type PartName = (typeof partNames)[number];

function samePart(name: PartName, left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  return (
    sameJson(left, right) ||
    (name === "schema" &&
      isObject(left) &&
      isObject(right) &&
      sameSchema(field(left, "openAPIV3Schema") ?? null, field(right, "openAPIV3Schema") ?? null))
  );
}

/** Null and an empty list count as absent. */
function written(version: JsonObject | undefined, name: string): JsonValue | undefined {
  const found = field(version, name) ?? undefined;
  return Array.isArray(found) && found.length === 0 ? undefined : found;
}

function readVersion(raw: JsonObject, isOwn: (name: PartName) => boolean): StoredVersion {
  return {
    ...readParts(raw, isOwn),
    name: stringField(raw, "name") ?? "",
    served: field(raw, "served") === true,
    storage: field(raw, "storage") === true,
    deprecated: field(raw, "deprecated") === true,
    deprecationWarning: stringField(raw, "deprecationWarning"),
  };
}

function readParts(raw: JsonObject, takes: (name: PartName) => boolean): VersionParts {
  const validation = takes("schema") ? field(raw, "schema") : undefined;
  const subresources = takes("subresources") ? field(raw, "subresources") : undefined;
  const schema = field(validation, "openAPIV3Schema");
  return {
    columns: takes("additionalPrinterColumns") ? objectsIn(raw, "additionalPrinterColumns") : [],
    selectable: takes("selectableFields") ? objectsIn(raw, "selectableFields") : [],
    ...(isObject(validation) ? { validation } : {}),
    ...(isObject(schema) ? { schema: readSchema(schema) } : {}),
    ...(isObject(subresources) ? { subresources } : {}),
  };
}

function objectsIn(raw: JsonObject, name: string): readonly JsonObject[] {
  return listField(raw, name).map((one) => (isObject(one) ? one : {}));
}

/** Reports whether these subresources have a status. */
export function hasStatus(subresources: JsonObject | undefined): boolean {
  return isObject(field(subresources, "status"));
}

/** Returns every schema of a definition. */
export function schemasOf(form: InternalCrd): readonly Schema[] {
  return [form.shared, ...form.versions].flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
}

/** Returns the schema of a version, its own or the shared one. */
export function schemaOfVersion(form: InternalCrd, name: string): JsonObject | undefined {
  const version = form.versions.find((one) => one.name === name);
  return version === undefined ? undefined : (version.schema ?? form.shared.schema)?.raw;
}

/** Reports whether the API server has established the kind: its names and scope are then immutable. */
export function isEstablished(definition: JsonObject): boolean {
  const conditions = listField(objectField(definition, "status"), "conditions");
  const established = conditions.find((one) => stringField(one, "type") === "Established");
  return established === undefined ? conditions.length === 0 : stringField(established, "status") === "True";
}
