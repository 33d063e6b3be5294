import type { JsonObject } from "./json.ts";
import { stringField } from "./json.ts";
import { annotationsOf } from "./metadata.ts";

/**
 * Reports whether `argocd.argoproj.io/sync-options` of an object lists an option, such as `Validate=false`.
 */
export function hasSyncOption(object: JsonObject, option: string): boolean {
  const value = stringField(annotationsOf(object), "argocd.argoproj.io/sync-options") ?? "";
  return value.split(",").some((entry) => entry.trim() === option);
}
