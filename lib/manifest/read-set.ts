import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { redactDiagnostics } from "../redact/decrypted-values.ts";
import type { FaultyObject, ReadObject } from "./manifest.ts";
import { unusedConfigFields } from "./kapp-findings.ts";
import { type MaskedObjects, maskObjects } from "./kapp-masks.ts";
import { rebaseObjects } from "./kapp-rebase.ts";
import type { KappConfig } from "./kapp-config.ts";
import { compareRenderings, type RandomObject } from "./random-fields.ts";
import { readManifests } from "./parse-manifests.ts";
import type { TextReader } from "./cached-reader.ts";

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
  /** The configurations of kapp, in the order of the texts. */
  readonly configs: readonly KappConfig[];
  readonly found: readonly Diagnostic[];
  readonly random: readonly RandomObject[];
}

/** Reads the objects of texts. `read` reads one of them. */
export function readSet(
  { sources, found = [], again = [] }: SetTexts,
  read: TextReader = readManifests,
): SetRead {
  const readings = sources.map((source) => read(source));
  const configs = readings.flatMap((reading) => reading.configs);
  const { objects, diagnostics } = configured(
    readings.flatMap((reading) => reading.objects),
    configs,
  );
  const others = configured(
    again.flatMap((source) => read(source).objects),
    configs,
  ).objects;
  const ofConfigs = [...diagnostics, ...unusedConfigFields(configs)];
  return {
    objects,
    configs,
    faulty: readings.flatMap(({ faulty }) => faulty),
    random: compareRenderings(objects, others),
    found: redactDiagnostics(
      [...found, ...readings.flatMap((reading) => reading.diagnostics), ...ofConfigs],
      sources,
    ),
  };
}

/** Marks what configurations of kapp hide, and what they leave to the cluster. */
function configured(objects: readonly ReadObject[], configs: readonly KappConfig[]): MaskedObjects {
  const masked = maskObjects(objects, configs);
  const rebased = rebaseObjects(masked.objects, configs);
  return { objects: rebased.objects, diagnostics: [...masked.diagnostics, ...rebased.diagnostics] };
}
