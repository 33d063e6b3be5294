import { annotationFault } from "./annotation-fault.ts";
import type { Annotation, AnnotationReader, Draft, NotObeyed } from "./directives.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";

/**
 * Returns the reader of an annotation that has no effect, with the alternative, and the part of its value
 * that is ignored.
 */
export function notObeyed(tool: string, remedy: string, part = ""): AnnotationReader {
  return (annotation: Annotation, draft: Draft): void => {
    draft.notObeyed.push({ annotation, words: `${annotation.key}${part}`, tool, remedy });
  };
}

/** Returns a warning for each annotation that has no effect, with the number of objects that have it. */
export function notObeyedOnce(found: readonly NotObeyed[]): readonly Diagnostic[] {
  const byWords = Map.groupBy(found, ({ words }) => words);
  return [...byWords.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) {
      return [];
    }
    const others = same.length === 1 ? "" : ` (${same.length} objects have it)`;
    return annotationFault(first.annotation, {
      code: "OrderNotObeyed",
      severity: "warning",
      part: "key",
      message: `${first.words} of ${first.tool} is not obeyed: ${first.remedy}${others}`,
    });
  });
}
