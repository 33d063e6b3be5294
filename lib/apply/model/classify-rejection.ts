import { ApiError } from "../../client/model/api-error.ts";
import { immutableFields } from "../../inventory/immutable-fields.ts";
import { objectField, stringField } from "../../object/json.ts";
import { KindMissingError } from "./rest-mapper.ts";
import { refusesNulls } from "./refused-nulls.ts";

/**
 * What to do about a refused write. `again`: it may be taken a moment later; `rediscover`: the same, after
 * asking what is served; `conflict`: other managers own fields of it; `immutable`: only a new object can have
 * these fields; `nulls`: fields of it may not be null; `final`: it will never be taken.
 */
export type Remedy = "again" | "rediscover" | "conflict" | "immutable" | "nulls" | "final";

/** What the refused object may count on. */
export interface ExpectedDependencies {
  /** Its namespace is in the set: it is being made. */
  readonly namespaceComes: boolean;
  /** Its kind is defined in the set, or may come from a controller. */
  readonly kindComes: boolean;
}

/** Judges a refusal by its class, not by its words, wherever the server gives one. */
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

/** A namespace that is not there, or a kind that is not served yet. */
function remedyForNotFound(error: ApiError, { namespaceComes, kindComes }: ExpectedDependencies): Remedy {
  if (missingNamespace(error) !== undefined) {
    return namespaceComes ? "again" : "final";
  }
  return kindComes ? "rediscover" : "final";
}

/** The namespace whose absence is the reason of the refusal. */
export function missingNamespace(error: ApiError): string | undefined {
  const details = objectField(error.body, "details");
  return error.status === 404 && stringField(details, "kind") === "namespaces"
    ? stringField(details, "name")
    : undefined;
}

/** An admission or conversion webhook that could not be asked: its pods may be on their way. */
const webhookWords = /failed (?:calling|to call) webhook|conversion webhook/;

/** A namespace on its way out, a quota not counted yet, a service account not made yet. */
function isPassingRefusal(error: ApiError): boolean {
  return (
    error.causes.some((cause) => cause.reason === "NamespaceTerminating") ||
    /status unknown for quota|error looking up service account/.test(error.message)
  );
}
