import { type Duration, parseDuration } from "../../../object/duration.ts";
import { field, type JsonObject, objectField, stringField, stringsField } from "../../../object/json.ts";
import { annotationsOf } from "./metadata.ts";

/** An image tag that a person forces on the module of the same name: a ModulePullOverride. */
export interface PullOverride {
  readonly name: string;
  readonly imageTag: string;
  /** How often the registry is asked whether the tag has moved; 15 s where nothing usable is written. */
  readonly scanInterval: Duration;
  /** Whether the deployed release comes back when the override is deleted. */
  readonly rollback: boolean;
  /** Whether the image is to be pulled again, although its digest is the same. */
  readonly asksRenewal: boolean;
  readonly isDeleted: boolean;
  readonly isHeld: boolean;
  readonly message: string;
  /** Of the image that was pulled last. */
  readonly imageDigest: string | undefined;
  readonly object: JsonObject;
}

/** Keeps an override from going before the module is taken back from it. */
export const overrideFinalizer = "modules.deckhouse.io/mpo-finalizer";

const defaultInterval: Duration = 15_000;

/** The override that an object is. */
export function pullOverrideOf(object: JsonObject): PullOverride {
  const [metadata, spec, status] = ["metadata", "spec", "status"].map((part) => objectField(object, part));
  return {
    name: stringField(metadata, "name") ?? "",
    imageTag: stringField(spec, "imageTag") ?? "",
    scanInterval: intervalOf(stringField(spec, "scanInterval")),
    rollback: field(spec, "rollback") === true,
    asksRenewal: asksRenewal(object),
    isDeleted: stringField(metadata, "deletionTimestamp") !== undefined,
    isHeld: stringsField(metadata, "finalizers").includes(overrideFinalizer),
    message: stringField(status, "message") ?? "",
    imageDigest: stringField(status, "imageDigest"),
    object,
  };
}

/** A registry is asked once a second at most, whatever is written. */
const shortestInterval: Duration = 1000;

function intervalOf(text: string | undefined): Duration {
  const interval = parseDuration(text ?? "");
  return interval === undefined || interval <= 0 ? defaultInterval : Math.max(interval, shortestInterval);
}

/** `renew` counts with any value, `modules.deckhouse.io/renew` with `true` alone. */
function asksRenewal(object: JsonObject): boolean {
  const annotations = annotationsOf(object);
  return annotations.has("renew") || annotations.get("modules.deckhouse.io/renew") === "true";
}
