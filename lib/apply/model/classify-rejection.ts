import { ApiError } from "../../client/model/api-error.ts";
import { immutableFields } from "../../inventory/immutable-fields.ts";
import {
  objectField,
  stringField,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type Path,
} from "../../object/json.ts";
import { KindMissingError } from "./rest-mapper.ts";

/**
 * The remedy for a refused write. `again`: it may be accepted a moment later; `rediscover`: the same, after
 * discovery; `conflict`: other managers own fields of it; `immutable`: only a new object can have these
 * fields; `nulls`: fields of it may not be null; `final`: it will never be accepted.
 */
export type Remedy = "again" | "rediscover" | "conflict" | "immutable" | "nulls" | "final";

/** Dependencies that a refused object can expect to appear. */
export interface ExpectedDependencies {
  /** Its namespace is in the set and will be created. */
  readonly namespaceComes: boolean;
  /** Its kind is defined in the set, or may be installed by a controller. */
  readonly kindComes: boolean;
}

/** Classifies a refusal by its status and reason rather than its wording, wherever the server gives one. */
export function classifyRejection(error: unknown, prospects: ExpectedDependencies): Remedy {
  if (error instanceof KindMissingError) {
    return error.mayCome && prospects.kindComes ? "rediscover" : "final";
  }
  return error instanceof ApiError ? remedyForStatus(error, prospects) : "final";
}

function remedyForStatus(error: ApiError, prospects: ExpectedDependencies): Remedy {
  const judge = byStatus.get(error.status);
  if (judge !== undefined) {
    return judge(error, prospects);
  }
  return error.status > 500 || error.status === 429 ? "again" : "final";
}

const byStatus: ReadonlyMap<number, (error: ApiError, prospects: ExpectedDependencies) => Remedy> = new Map([
  [404, remedyForNotFound],
  [
    409,
    (error) => (error.causes.some(({ reason }) => reason === "FieldManagerConflict") ? "conflict" : "again"),
  ],
  [403, (error) => (isPassingRefusal(error) ? "again" : "final")],
  [422, remedyForInvalid],
  [500, (error) => (webhookWords.test(error.message) ? "again" : "final")],
]);

function remedyForInvalid(error: ApiError): Remedy {
  if (immutableFields(error).length > 0) {
    return "immutable";
  }
  return refusesNulls(error) ? "nulls" : "final";
}

/** A namespace that does not exist, or a kind that is not served yet. */
function remedyForNotFound(error: ApiError, { namespaceComes, kindComes }: ExpectedDependencies): Remedy {
  if (missingNamespace(error) !== undefined) {
    return namespaceComes ? "again" : "final";
  }
  return kindComes ? "rediscover" : "final";
}

/** The namespace whose absence caused the refusal. */
export function missingNamespace(error: ApiError): string | undefined {
  const details = objectField(error.body, "details");
  return error.status === 404 && stringField(details, "kind") === "namespaces"
    ? stringField(details, "name")
    : undefined;
}

/** An admission or conversion webhook that could not be reached: its pods may be starting. */
const webhookWords = /failed (?:calling|to call) webhook|conversion webhook/;

/**
 * Reports whether a refusal is temporary: a terminating namespace, a quota not counted yet, a service account
 * not created yet.
 */
function isPassingRefusal(error: ApiError): boolean {
  return (
    error.causes.some((cause) => cause.reason === "NamespaceTerminating") ||
    /status unknown for quota|error looking up service account/.test(error.message)
  );
}

/** Reports whether the server refuses an object because of null fields. */
export function refusesNulls({ causes }: ApiError): boolean {
  return causes.some(({ message }) => isAboutNull(message));
}

/**
 * Reports whether a message is of the form that structural schema validation uses: `spec.tail in body must be
 * of type object: "null"`.
 */
function isAboutNull(message: string): boolean {
  return message.includes("must be of type") && message.endsWith('"null"');
}

/**
 * Returns the null fields of an object that the server refuses. A field of a custom resource that its schema
 * does not declare `nullable` may be null in a create, which drops it; in a server-side apply it is a 422,
 * "must be of type object: null". Fields of built-in kinds may be null in both: the field is emptied. List
 * entries are refused in both. Complexity: O(size of the object) per refusal.
 */
export function refusedNulls({ causes }: ApiError, sent: JsonObject): readonly Path[] {
  const refused = new Set(
    causes.filter(({ message }) => isAboutNull(message)).map(({ field }) => dotted(field)),
  );
  return nullFields(sent).filter((path) => refused.has(path.join(".")));
}

/** Maps both `spec.pools[0].size` and `spec.pools.0.size` to the latter. */
function dotted(field: string): string {
  return field.replaceAll(/\[([^\]]*)\]/g, ".$1");
}

function nullFields(root: JsonObject): readonly Path[] {
  const found: Path[] = [];
  const ahead: { readonly value: JsonValue; readonly path: Path }[] = [{ value: root, path: [] }];
  for (let visit = ahead.pop(); visit !== undefined; visit = ahead.pop()) {
    const { value, path } = visit;
    if (value === null && typeof path.at(-1) === "string") {
      found.push(path);
    }
    for (const [step, part] of partsOf(value)) {
      if (typeof part === "object") {
        ahead.push({ value: part, path: [...path, step] });
      }
    }
  }
  return found.toReversed();
}

function partsOf(value: JsonValue): readonly (readonly [step: string | number, part: JsonValue])[] {
  return isArray(value) ? [...value.entries()] : Object.entries(isObject(value) ? value : {});
}
