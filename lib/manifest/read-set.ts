import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { redactDiagnostics } from "../redact/decrypted-values.ts";
import type { FaultyObject, ReadObject } from "./manifest.ts";
import { compareRenderings, type RandomObject } from "./random-fields.ts";
import { type ParseResult, readManifests } from "./parse-manifests.ts";

/** The texts of a set. */
export interface SetTexts {
  readonly sources: readonly SourceText[];
  /** Those of the sources that differ in a second rendering of the same charts. */
  readonly again?: readonly SourceText[];
  /** Findings from before anything was read. */
  readonly found?: readonly Diagnostic[];
  /** Whether the number of the revision may be in them. */
  readonly usesRevision?: boolean;
}

/**
 * The objects of texts, with the findings of reading them, and the objects that differ between two
 * renderings.
 */
export interface SetRead {
  readonly objects: readonly ReadObject[];
  readonly faulty: readonly FaultyObject[];
  readonly found: readonly Diagnostic[];
  readonly random: readonly RandomObject[];
}

/** Reads the objects of texts. `read` reads one of them. */
export function readSet(
  { sources, found = [], again = [] }: SetTexts,
  read: (source: SourceText) => ParseResult = readManifests,
): SetRead {
  const readings = sources.map((source) => read(source));
  const objects = readings.flatMap((reading) => reading.objects);
  const others = again.flatMap((source) => read(source).objects);
  return {
    objects,
    faulty: readings.flatMap(({ faulty }) => faulty),
    random: compareRenderings(objects, others),
    found: redactDiagnostics([...found, ...readings.flatMap(({ diagnostics }) => diagnostics)], sources),
  };
}
