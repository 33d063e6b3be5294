import { type Duration, parseDuration } from "../../../object/duration.ts";
import { field, type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { finalizersOf, isTerminating, nameOf } from "../../../object/metadata.ts";
import { stringAnnotations } from "./metadata.ts";

/** An image tag that a user forces on the module of the same name: a ModulePullOverride. */
export interface PullOverride {
  readonly name: string;
  readonly imageTag: string;
  /**
   * The interval at which the registry is asked whether the tag has moved; 15 s if none or an invalid one is
   * specified.
   */
  readonly scanInterval: Duration;
  /** Whether the deployed release is restored when the override is deleted. */
  readonly rollback: boolean;
  /** Whether to pull the image again although its digest is the same. */
  readonly asksRenewal: boolean;
  readonly isDeleted: boolean;
  readonly isHeld: boolean;
  readonly message: string;
  /** Digest of the image that was pulled last. */
  readonly imageDigest: string | undefined;
  readonly object: JsonObject;
}

/** Prevents the deletion of an override before its module is released. */
export const overrideFinalizer = "modules.deckhouse.io/mpo-finalizer";

const defaultInterval: Duration = 15_000;

/** Reads a ModulePullOverride. */
export function pullOverrideOf(object: JsonObject): PullOverride {
  const [spec, status] = [objectField(object, "spec"), objectField(object, "status")];
  return {
    name: nameOf(object),
    imageTag: stringField(spec, "imageTag") ?? "",
    scanInterval: intervalOf(stringField(spec, "scanInterval")),
    rollback: field(spec, "rollback") === true,
    asksRenewal: asksRenewal(object),
    isDeleted: isTerminating(object),
    isHeld: finalizersOf(object).includes(overrideFinalizer),
    message: stringField(status, "message") ?? "",
    imageDigest: stringField(status, "imageDigest"),
    object,
  };
}

/** A registry is queried at most once a second, whatever is specified. */
const shortestInterval: Duration = 1000;

function intervalOf(text: string | undefined): Duration {
  const interval = parseDuration(text ?? "");
  return interval === undefined || interval <= 0 ? defaultInterval : Math.max(interval, shortestInterval);
}

/** `renew` counts with any value, `modules.deckhouse.io/renew` only with `true`. */
function asksRenewal(object: JsonObject): boolean {
  const annotations = stringAnnotations(object);
  return annotations.has("renew") || annotations.get("modules.deckhouse.io/renew") === "true";
}
