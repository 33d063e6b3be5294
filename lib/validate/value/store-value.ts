import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  stringField,
} from "../../object/json.ts";
import type { CustomDefinition, DefinedVersion } from "../model/crd.ts";
import { type FieldFault, type FieldPath, sortFieldPaths } from "../model/field-fault.ts";
import { readSchema, type Schema } from "../model/schema.ts";
import { applyDefaults, dropNulls } from "./apply-defaults.ts";
import { mapFields, removed } from "./copy-on-write.ts";
import { coerceEmbedded } from "./embedded.ts";
import { coerceMeta } from "./object-meta.ts";
import { type Pruned, pruneValue } from "./prune.ts";

/** A custom resource as the API server would store it. */
export interface Stored {
  readonly stored: JsonObject;
  /** The unknown fields, which are not stored; rejected under strict validation. */
  readonly unknown: readonly FieldPath[];
  /**
   * Faults of metadata that the API server cannot decode; it then stores nothing, and checks nothing else.
   */
  readonly faults: readonly FieldFault[];
}

/** The kind and version of an object. */
interface StoredAs {
  readonly definition: Pick<CustomDefinition, "preserveUnknownFields">;
  readonly version: Pick<DefinedVersion, "hasStatus" | "schema">;
}

const noSchema: Schema = readSchema({});

/**
 * Returns a custom resource as it would be stored on create: unknown fields pruned, nulls of fields that are
 * not nullable dropped, metadata as the server decodes it, defaults applied, without the status if it is a
 * subresource and without the fields that only the server may set.
 */
export function storeValue(object: JsonObject, { definition, version }: StoredAs): Stored {
  const read = readValue(object, { definition, version });
  return { ...read, stored: withoutForeign(read.stored, version.hasStatus) };
}

/** Returns an object as it would be read, including its status. */
export function readValue(object: JsonObject, { definition, version }: StoredAs): Stored {
  const { schema = noSchema } = version;
  const known = definition.preserveUnknownFields
    ? { value: object, unknown: [] }
    : withoutUnknown(object, schema);
  const embedded = coerceEmbedded(known.value, schema);
  const metadata = field(object, "metadata");
  const coerced = metadata === undefined ? noMeta : coerceMeta(metadata, ["metadata"]);
  const stored = applyDefaults(restored(embedded.value, object, coerced.value), schema);
  return {
    stored: isObject(stored) ? stored : object,
    unknown: sortFieldPaths([...coerced.unknown, ...known.unknown, ...embedded.unknown]),
    faults: [...coerced.faults, ...embedded.faults],
  };
}

const noMeta = { value: undefined, unknown: [], faults: [] };

function withoutUnknown(object: JsonObject, schema: Schema): Pruned {
  const { value, unknown } = pruneValue(object, schema, { isResourceRoot: true });
  return { value: dropNulls(value, schema), unknown };
}

/** Restores the fields of every object, which a schema cannot drop. */
function restored(value: JsonValue, object: JsonObject, metadata: JsonObject | undefined): JsonObject {
  const fields: [string, JsonValue][] = [
    ...["apiVersion", "kind"].flatMap((name): [string, JsonValue][] => {
      const own = field(object, name);
      return own === undefined ? [] : [[name, own]];
    }),
    ...(metadata === undefined ? [] : [["metadata", metadata] satisfies [string, JsonValue]]),
  ];
  const isSame = fields.every(([name, part]) => field(value, name) === part);
  return isSame && isObject(value)
    ? value
    : Object.fromEntries([...Object.entries(isObject(value) ? value : {}), ...fields]);
}

/** The metadata fields that the API server sets itself on create. */
export const serverFields: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "deletionGracePeriodSeconds",
  "deletionTimestamp",
  "generation",
  "managedFields",
  "selfLink",
  "uid",
]);

function withoutForeign(stored: JsonObject, hasStatus: boolean): JsonObject {
  return mapFields(stored, (name, part) => {
    if (name === "status" && hasStatus) {
      return removed;
    }
    return name === "metadata" && isObject(part)
      ? mapFields(part, (own, value) => (serverFields.has(own) ? removed : value))
      : part;
  });
}

/** The kind and version of an object, and the versions that the kind has. */
export interface KeptAs {
  readonly definition: Pick<CustomDefinition, "preserveUnknownFields"> &
    Partial<Pick<CustomDefinition, "raw" | "versions">>;
  readonly version: DefinedVersion;
}

/**
 * Returns an object as it is read back in its version after it was stored in the storage version: fields that
 * the latter does not know are lost, and only its defaults are applied. The result of a conversion webhook
 * cannot be predicted, so the object is then unchanged. Complexity: linear. Source: Kubernetes documentation,
 * "Versions in CustomResourceDefinitions".
 */
export function throughStorage(object: JsonObject, { definition, version }: KeptAs): JsonObject {
  const storage = definition.versions?.find((one) => one.storage);
  if (version.storage || storage === undefined || isConverted(definition.raw)) {
    return object;
  }
  const kept = readValue(object, { definition, version: storage }).stored;
  if (definition.preserveUnknownFields || version.schema === undefined) {
    return kept;
  }
  const { value } = pruneValue(kept, version.schema, { isResourceRoot: true });
  return isObject(value) ? value : kept;
}

function isConverted(raw: JsonObject | undefined): boolean {
  return stringField(field(objectField(raw, "spec"), "conversion"), "strategy") === "Webhook";
}
