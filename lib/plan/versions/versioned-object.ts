import type { Manifest, ReadObject } from "../../manifest/manifest.ts";
import { type JsonObject, stringField } from "../../object/json.ts";
import { annotationsOf } from "../../object/metadata.ts";
import { formatRef, type ObjectRef } from "../../object/object-ref.ts";

/** The annotation with the hash of the content that a version was made for. */
export const contentKey = "converge.dev/content-hash";

/** An object of which each content is a version. */
export interface VersionedObject {
  readonly object: ReadObject;
  /**
   * The reference that others use: without a number, in the namespace that it is applied to, or in none if
   * its kind is cluster-scoped.
   */
  readonly ref: ObjectRef;
  readonly keepsOriginal: boolean;
  /** Whether this run applies it; otherwise others refer to the newest version that exists. */
  readonly isApplied: boolean;
}

const keepOriginalKey = "kapp.k14s.io/versioned-keep-original";
const countKey = "kapp.k14s.io/num-versions";

/** Annotations that ask for versions, of which the original has none. */
export const versionKeys: readonly string[] = [
  "kapp.k14s.io/versioned",
  "converge.dev/versioned",
  keepOriginalKey,
  countKey,
];

/** Reports whether an object gets a version; a version from a revision has one. */
export function getsVersion({ value }: ReadObject): boolean {
  return isVersioned(value) && stringField(annotationsOf(value), contentKey) === undefined;
}

/** Returns an object that gets a version as a versioned one. */
export function versionedObject(object: ReadObject, { ref }: Manifest, isSelected: boolean): VersionedObject {
  const annotations = annotationsOf(object.value);
  const has = (key: string): boolean => stringField(annotations, key) !== undefined;
  const isApplied = isSelected && !has("kapp.k14s.io/noop") && !has("kapp.k14s.io/exists");
  return { object, ref, keepsOriginal: has(keepOriginalKey), isApplied };
}

function isVersioned(value: JsonObject): boolean {
  const annotations = annotationsOf(value);
  return (
    stringField(annotations, "kapp.k14s.io/versioned") !== undefined ||
    stringField(annotations, keepOriginalKey) !== undefined ||
    stringField(annotations, "converge.dev/versioned") === "true"
  );
}

/** The name of a version. */
export function versionName(name: string, number: number): string {
  return `${name}-ver-${number}`;
}

/** The greatest number of a version. */
export const greatestVersion = 999_999_999;

/** The name and number of a version; undefined if the name is none of a version. */
export function parseVersionName(
  text: string,
): { readonly name: string; readonly number: number } | undefined {
  const { name, number } = /^(?<name>.+)-ver-(?<number>[1-9]\d{0,8})$/s.exec(text)?.groups ?? {};
  return name === undefined || number === undefined ? undefined : { name, number: Number(number) };
}

const usualCount = 5;

/** The number of versions that stay before the newest. */
function keptCount(value: JsonObject): number {
  const text = stringField(annotationsOf(value), countKey) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : usualCount;
}

/** An object of a plan. */
interface Planned {
  readonly ref: ObjectRef;
  readonly value: JsonObject;
}

/**
 * Returns a test for the older versions that stay: those of an object of the plan with a lower number, as
 * many as it asks for.
 */
export function keptVersions(planned: readonly Planned[]): (ref: ObjectRef) => boolean {
  const newest = new Map<string, { readonly number: number; readonly kept: number }>();
  for (const { ref, value } of planned.filter((each) => isVersioned(each.value))) {
    const version = parseVersionName(ref.name);
    if (version !== undefined) {
      const { name, number } = version;
      newest.set(formatRef({ ...ref, name }), { number, kept: keptCount(value) });
    }
  }
  return (ref) => {
    const version = newest.size === 0 ? undefined : parseVersionName(ref.name);
    const last = version && newest.get(formatRef({ ...ref, name: version.name }));
    return (
      version !== undefined &&
      last !== undefined &&
      version.number < last.number &&
      version.number >= last.number - last.kept
    );
  };
}
