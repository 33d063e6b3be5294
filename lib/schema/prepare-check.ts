import { isDefinition } from "../manifest/definition.ts";
import type { Manifest, ReadObject } from "../manifest/manifest.ts";
import { settleManifests } from "../manifest/manifest-set.ts";
import { readManifests } from "../manifest/read-manifests.ts";
import type { Diagnostic } from "../object/diagnostic.ts";
import type { JsonObject } from "../object/json.ts";
import type { SourceText } from "../object/source-text.ts";
import { loadBuiltinSchemas, newestMinor } from "./builtin/shipped.ts";
import type { CheckLevel } from "./check-level.ts";
import { changingKinds, checkSet } from "./check-set.ts";

/** By what objects are checked, field by field. */
export interface CheckRequest {
  readonly level: CheckLevel;
  /** The Kubernetes that is asked: the 36 of 1.36. Undefined for the newest that is known. */
  readonly minor?: number;
  /** Definitions that the set does not have. */
  readonly definitions?: readonly JsonObject[];
}

/** Finds what is wrong with the fields of objects. */
export interface FieldCheck {
  /** With objects as they are now, by their written form: rules about changes look at them, and what was at fault before may stay so. */
  readonly check: (
    manifests: readonly Manifest[],
    standing?: ReadonlyMap<string, JsonObject>,
  ) => readonly Diagnostic[];
  /** The objects of which it matters to a check what they are now. */
  readonly changing: (manifests: readonly Manifest[]) => readonly Manifest[];
}

/** Makes ready what a set is checked with; undefined where nothing is to be checked. */
export async function prepareCheck(request: CheckRequest): Promise<FieldCheck | undefined> {
  const { level, minor = newestMinor, definitions = [] } = request;
  if (level === "ignore") {
    return undefined;
  }
  const builtin = await loadBuiltinSchemas(minor);
  const known = { level, minor, ...(builtin === undefined ? {} : { builtin }), definitions };
  return {
    check: (manifests, standing) => checkSet(manifests, { ...known, old: ({ key }) => standing?.get(key) }),
    changing: (manifests) => changingKinds(manifests, definitions),
  };
}

/** The definitions in texts; other objects in them are passed over. */
export function definitionsIn(texts: readonly SourceText[]): readonly JsonObject[] {
  return readAll(texts)
    .filter((object) => isDefinition(object))
    .map(({ value }) => value);
}

/** The objects in texts by their written form. */
export function objectsIn(texts: readonly SourceText[], namespace: string): ReadonlyMap<string, JsonObject> {
  const { manifests } = settleManifests(readAll(texts), namespace);
  return new Map(manifests.map(({ key, value }) => [key, value]));
}

function readAll(texts: readonly SourceText[]): readonly ReadObject[] {
  return texts.flatMap((text) => readManifests(text).objects);
}
