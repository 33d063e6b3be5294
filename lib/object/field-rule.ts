/**
 * Rules about fields that manifests set and that the cluster may change. Every format and dialect of such
 * rules is read into this form.
 */
import type { Origin } from "./diagnostic/source-text.ts";
import { type JsonObject, type JsonValue, type Path, stringField } from "./json.ts";
import { labelLookup, matchesSelector } from "./label-selector.ts";
import { annotationsOf } from "./metadata.ts";
import { truncateWord } from "./message-text.ts";
import type { ObjectRef } from "./object-ref.ts";
import { matchesPattern } from "./text-pattern.ts";

/** The fate of a field of the manifest once its object exists. */
export const fieldMeanings = ["set-once", "not-drift", "never-take", "take-by-force"] as const;

/**
 * - `set-once`: the value in the cluster stays, whatever the manifest says.
 * - `not-drift`: a difference alone causes no write; a write for another reason sends the manifest's value.
 * - `never-take`: the value stays while another field manager owns the field.
 * - `take-by-force`: it is taken from other field managers even if conflicts are not taken over.
 */
export type FieldMeaning = (typeof fieldMeanings)[number];

/** The fields that a rule names. */
export interface NamedFields {
  /** JSON pointers (RFC 6901). */
  readonly pointers: readonly string[];
  /** Paths of jq, evaluated on the manifest. */
  readonly jq: readonly string[];
  /** Field managers: the fields that they own in the cluster are meant. */
  readonly managers: readonly string[];
}

/** The objects that a rule is for. `*` in a text matches any text; an empty list selects everything. */
export interface RuleTargets {
  readonly groups: readonly string[];
  readonly kinds: readonly string[];
  readonly names: readonly string[];
  readonly namespaces: readonly string[];
  /** A LabelSelector for the labels of the manifest; undefined for all. */
  readonly labels: JsonObject | undefined;
}

/** A rule about fields, and where it is written. */
export interface FieldRule extends NamedFields {
  readonly targets: RuleTargets;
  readonly meaning: FieldMeaning;
  /** The place where it is written: `rules.yaml:5`. */
  readonly place: string;
  /** The same for diagnostics; absent if it is in no file. */
  readonly origin?: Origin;
}

/** A rule about fields of one object. */
export interface ObjectFieldRule {
  readonly meaning: FieldMeaning;
  /** The fields of its manifest that the rule names. */
  readonly paths: readonly Path[];
  readonly managers: readonly string[];
  /** The place where the rule is written. */
  readonly place: string;
}

/** Returns the place of a rule in a file. */
export function placeAt(origin: Origin): Pick<FieldRule, "place" | "origin"> {
  const { file, line } = origin;
  return { place: `${file}:${line}`, origin };
}

/** The targets of a rule for every object. */
export const allObjects: RuleTargets = {
  groups: [],
  kinds: [],
  names: [],
  namespaces: [],
  labels: undefined,
};

/** Reports whether a rule is for an object. */
export function isTarget(
  { groups, kinds, names, namespaces, labels }: RuleTargets,
  ref: ObjectRef,
  manifest: JsonValue,
): boolean {
  return (
    matchesAny(groups, ref.group) &&
    matchesAny(kinds, ref.kind) &&
    matchesAny(names, ref.name) &&
    matchesAny(namespaces, ref.namespace) &&
    (labels === undefined || matchesSelector(labels, labelLookup(manifest)))
  );
}

function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matchesPattern(pattern, text));
}

/** The prefix of the annotations that hold such rules: `converge.dev/set-once`. */
const annotationPrefix = "converge.dev/";

/** The annotation for a meaning. */
export function fieldAnnotation(meaning: FieldMeaning): string {
  return `${annotationPrefix}${meaning}`;
}

/** The form of JSON pointers that name a field, not the whole object. */
const pointerForm = /^(?:\/(?:[^~/]|~[01])+)+$/;

/**
 * The fields in the value of an annotation: JSON pointers and field managers separated by commas or line
 * breaks, and jq paths, which begin with a dot, each in a line of its own.
 */
export function parseNamedFields(text: string): NamedFields | { readonly fault: string } {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const jq = lines.filter((line) => line.startsWith("."));
  const words = lines
    .filter((line) => !line.startsWith("."))
    .flatMap((line) => line.split(",").map((word) => word.trim()))
    .filter((word) => word !== "");
  const pointers = words.filter((word) => word.startsWith("/"));
  const wrong = pointers.find((pointer) => !pointerForm.test(pointer));
  if (wrong !== undefined) {
    return { fault: `"${truncateWord(wrong)}" is not a JSON pointer: write / as ~1 and ~ as ~0 in names` };
  }
  return jq.length + words.length === 0
    ? {
        fault: "it names no field: write a JSON pointer such as /spec/replicas, a jq path or a field manager",
      }
    : { pointers, jq, managers: words.filter((word) => !word.startsWith("/")) };
}

/** The fields that the annotations of a manifest name, by meaning; faulty annotations name none. */
export function annotatedFields(
  manifest: JsonObject,
): readonly (NamedFields & { readonly meaning: FieldMeaning })[] {
  const annotations = annotationsOf(manifest);
  return fieldMeanings.flatMap((meaning) => {
    const text = stringField(annotations, fieldAnnotation(meaning));
    const named = text === undefined ? undefined : parseNamedFields(text);
    return named === undefined || "fault" in named ? [] : [{ meaning, ...named }];
  });
}
