import type { JsonObject } from "../object/json.ts";
import { type DiagnosticDocument, documentOf } from "../report/diagnostics/diagnostic-document.ts";
import { checkOptions, requireOption } from "./options/check-options.ts";
import type { ShowOptions } from "./options/offline-options.ts";
import { showOptionTable } from "./options/offline-tables.ts";
import { readOffline } from "./read-offline.ts";

/** The result of `show`. */
export interface ShowResult {
  /** Whether the object cannot be shown. */
  readonly refused: boolean;
  /** The reason why it cannot be shown: no object has that name, or several have. */
  readonly message?: string;
  readonly diagnostics: readonly DiagnosticDocument[];
  /** The object, with values of Secrets hidden unless `showSecrets` is set. */
  readonly object?: JsonObject;
}

/**
 * Returns one object as the API server would store it: with defaults, without unknown fields. Throws a
 * TypeError for wrong options, and the reason of the signal if that aborts.
 */
export async function showManifest(options: ShowOptions): Promise<ShowResult> {
  checkOptions("show", options, showOptionTable);
  requireOption("show", options, "object");
  const { object, openapi, showSecrets = false } = options;
  const { texts, definitions, minor, namespace } = await readOffline("show", options);
  const { show } = await import("../offline.ts");
  const shown = await show({
    object,
    namespace,
    sources: texts.sources,
    definitions,
    minor,
    steps: { defaulted: true, pruned: true },
    ...(openapi === undefined ? {} : { openApi: openapi }),
  });
  const diagnostics = [...texts.found, ...shown.diagnostics].map(documentOf);
  if ("fault" in shown) {
    return { refused: true, message: shown.fault, diagnostics };
  }
  const { shownObject } = await import("../report/validation/shown-object.ts");
  return { refused: false, diagnostics, object: showSecrets ? shown.value : shownObject(shown.value) };
}
