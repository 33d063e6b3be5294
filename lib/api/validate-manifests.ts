import { hasErrors } from "../object/diagnostic/diagnostic.ts";
import type { DiagnosticDocument } from "../report/diagnostics/diagnostic-document.ts";
import { type ValidationDocument, validationDocument } from "../report/validation/validation-json.ts";
import { checkOptions } from "./options/check-options.ts";
import type { ValidateOptions } from "./options/offline-options.ts";
import { validateOptionTable } from "./options/offline-tables.ts";
import { readBeside } from "./open-set.ts";
import { readOffline } from "./read-offline.ts";

/** The result of `validate`. */
export interface ValidateResult {
  /** Whether any of the diagnostics is an error. */
  readonly refused: boolean;
  /** All findings, errors first. */
  readonly diagnostics: readonly DiagnosticDocument[];
  /** The findings with counts, in the format that `converge validate -o json` prints. */
  readonly validation: ValidationDocument;
}

/**
 * Validates manifests without a cluster, as the API server would. Throws a TypeError for wrong options, and
 * the reason of the signal if that aborts.
 */
export async function validateManifests(options: ValidateOptions): Promise<ValidateResult> {
  checkOptions("validate", options, validateOptionTable);
  const { validate: level = "strict", externalDeps = "error", old = [] } = options;
  const { texts, definitions, minor, ...place } = await readOffline("validate", options);
  const before = await readBeside(old);
  const { validate } = await import("../offline.ts");
  const { manifests, unchecked, unreadable, diagnostics } = await validate({
    ...texts,
    ...place,
    found: [...texts.found, ...before.found],
    externalDeps,
    fields: { level, minor, definitions, old: before.sources },
  });
  const objects = manifests.map((manifest) => ({
    ref: manifest.key,
    origin: manifest.origin,
    checked: !unchecked.has(manifest),
  }));
  const document = validationDocument({
    objects,
    unreadable,
    diagnostics,
    kubernetesVersion: `1.${minor}`,
    fieldsIgnored: level === "ignore",
  });
  return { refused: hasErrors(diagnostics), diagnostics: document.diagnostics, validation: document };
}
