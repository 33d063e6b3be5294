import { formatJsonDocument } from "../document/json-document.ts";
import { formatFieldSteps } from "./diff-text.ts";
import type { ObjectDiff } from "../../object/field-change.ts";

/** An object that could not be compared. */
export interface DiffFault {
  /** The object reference. */
  readonly key: string;
  readonly message: string;
}

/**
 * Formats changes as one JSON document, `converge.dev/v1` `Diff`. Fields are named as in the text,
 * `spec.replicas`; values of Secrets are masked.
 */
export function diffJson(
  objects: readonly ObjectDiff[],
  {
    release,
    namespace,
    faults,
  }: { readonly release: string; readonly namespace: string; readonly faults: readonly DiffFault[] },
): string {
  return formatJsonDocument("Diff", {
    release,
    namespace,
    objects: objects.map(({ key, verb, changes, notes }) => ({
      ref: key,
      verb,
      notes,
      changes: changes.map(({ path, kind, before, after, hidden }) => ({
        field: formatFieldSteps(path),
        kind,
        before,
        after,
        hidden,
      })),
    })),
    errors: faults.map(({ key, message }) => ({ ref: key, message })),
  });
}
