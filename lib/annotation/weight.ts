import { truncateWord } from "../object/message-text.ts";
import { annotationFault } from "./annotation-fault.ts";
import { type Annotation, annotationPath, type Draft, type WrittenWeight } from "./directives.ts";

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
