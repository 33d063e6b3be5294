/**
 * The types of annotation values: a word, words, a number, yes or no, a duration. Readers return undefined
 * and report a diagnostic for an invalid value.
 */
import { type Duration, parseDuration } from "../object/duration.ts";
import { truncateWord } from "../object/message-text.ts";
import { didYouMean } from "../object/diagnostic/suggestion.ts";
import { annotationFault, reportFindings } from "./annotation-fault.ts";
import { type Annotation, type Draft, annotationPath, type WrittenWeight } from "./directives.ts";

/** Returns the entries of a comma-separated list without surrounding blanks, and without empty ones. */
export function commaList(text: string): readonly string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Reads one of the words, ignoring surrounding blanks. */
export function readWord<Word extends string>(
  annotation: Annotation,
  words: readonly Word[],
  draft: Draft,
): Word | undefined {
  const written = annotation.value.trim();
  const word = words.find((known) => known === written);
  if (word === undefined) {
    refuse(
      annotation,
      `takes ${words.join(" or ")}, found ${quoted(written)}${didYouMean(written, words)}`,
      draft,
    );
  }
  return word;
}

/** Reads some of the words from a comma-separated list, each once, in the order of the list. */
export function readWords<Word extends string>(
  annotation: Annotation,
  words: readonly Word[],
  draft: Draft,
): readonly Word[] | undefined {
  const written = commaList(annotation.value);
  const known = written.flatMap((entry) => words.find((word) => word === entry) ?? []);
  const choice = `known values: ${words.join(", ")}`;
  if (written.length === 0) {
    refuse(annotation, `is empty (${choice})`, draft);
  }
  const unknown = written.filter((entry) => !words.some((word) => word === entry));
  reportFindings(
    annotation,
    unknown.map((entry) => ({
      code: "AnnotationInvalid",
      message: reported(annotation, `unknown value ${quoted(entry)}${didYouMean(entry, words)} (${choice})`),
    })),
    draft,
  );
  return known.length === 0 || unknown.length > 0 ? undefined : [...new Set(known)];
}

/** Reads the entries of a comma-separated list, at least one. */
export function readNames(annotation: Annotation, draft: Draft): readonly string[] | undefined {
  const names = commaList(annotation.value);
  if (names.length === 0) {
    refuse(annotation, `takes comma-separated names, found ${quoted(annotation.value)}`, draft);
    return undefined;
  }
  return [...new Set(names)];
}

/** The highest number of pods or failures that Kubernetes can count, in 32 bits. */
const most = 2 ** 31 - 1;

/** Reads a whole number from 0 on. */
export function readCount(annotation: Annotation, draft: Draft): number | undefined {
  const written = annotation.value.trim();
  const count = /^\d{1,10}$/.test(written) ? Number(written) : undefined;
  if (count === undefined || count > most) {
    refuse(annotation, `takes a whole number such as "0" or "3", found ${quoted(written)}`, draft);
    return undefined;
  }
  return count;
}

/** The values that Go's `strconv.ParseBool` accepts, which werf uses. */
const truths: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "true", "TRUE", "True"].map((word) => [word, true] as const),
  ...["0", "f", "F", "false", "FALSE", "False"].map((word) => [word, false] as const),
]);

/** Reads `true` or `false`. */
export function readBoolean(annotation: Annotation, draft: Draft): boolean | undefined {
  const written = annotation.value.trim();
  const truth = truths.get(written);
  if (truth === undefined) {
    refuse(annotation, `takes "true" or "false", found ${quoted(written)}`, draft);
  }
  return truth;
}

/** Reads a positive duration in Go's syntax. */
export function parseDurationValue(annotation: Annotation, draft: Draft): Duration | undefined {
  const duration = parseDuration(annotation.value.trim());
  if (duration === undefined || duration <= 0) {
    refuse(annotation, `takes a duration such as "90s" or "10m", found ${quoted(annotation.value)}`, draft);
    return undefined;
  }
  return duration;
}

function refuse(annotation: Annotation, fact: string, draft: Draft): void {
  draft.diagnostics.push(
    annotationFault(annotation, { code: "AnnotationInvalid", message: reported(annotation, fact) }),
  );
}

function reported({ manifest, key }: Annotation, fact: string): string {
  return `${manifest.key}: ${key}${fact.startsWith("unknown ") ? ": " : " "}${fact}`;
}

function quoted(text: string): string {
  return `"${truncateWord(text)}"`;
}

/** Parses the integer of a weight annotation; returns null and reports a diagnostic if it is invalid. */
export function parseWeight(annotation: Annotation, draft: Draft): WrittenWeight | null {
  const value = Number(annotation.value);
  if (/^[+-]?\d+$/.test(annotation.value) && Number.isSafeInteger(value)) {
    return { value: value === 0 ? 0 : value, path: annotationPath(annotation.key) };
  }
  draft.diagnostics.push(
    annotationFault(annotation, {
      code: "WeightInvalid",
      message: `${annotation.manifest.key}: ${annotation.key} takes a whole number such as "-1" or "10", found "${truncateWord(annotation.value)}"`,
    }),
  );
  return null;
}
