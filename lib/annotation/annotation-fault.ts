import type { Diagnostic, Severity } from "../object/diagnostic/diagnostic.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";
import type { Path } from "../object/json.ts";
import { type FieldPart, fieldOrigin } from "../manifest/locate-field.ts";
import {
  type Annotation,
  annotationPath,
  type Draft,
  type AnnotationReader,
  type NotObeyed,
} from "./directives.ts";

/** A fault of an annotation. */
export interface AnnotationFinding {
  readonly code: DiagnosticCode;
  readonly severity?: Severity;
  readonly message: string;
  /** `key` if the name is wrong instead of the value. */
  readonly part?: FieldPart;
}

/**
 * Returns the diagnostic of a finding, located at the annotation's value, or at its name if that is wrong.
 */
export function annotationFault(annotation: Annotation, finding: AnnotationFinding): Diagnostic {
  const { manifest, key } = annotation;
  return {
    code: finding.code,
    severity: finding.severity ?? "error",
    message: mayHoldData(annotation) ? `${manifest.key}: ${key} cannot be read` : finding.message,
    ref: manifest.key,
    origin: fieldOrigin(manifest, pathOf(annotation), finding.part ?? "value"),
  };
}

function pathOf({ key, isLabel }: Annotation): Path {
  return isLabel === true ? ["metadata", "labels", key] : annotationPath(key);
}

/**
 * In a Secret, the value of an annotation whose quote is closed too late extends into the data: then none of
 * it is repeated. Valid values of order annotations contain no line breaks.
 */
function mayHoldData({ manifest, value }: Annotation): boolean {
  return manifest.kind === "Secret" && value.includes("\n");
}

/**
 * The number of findings about one annotation that are reported individually: a value may cause thousands.
 */
const maxReported = 10;

/** Adds the findings about one annotation to the draft: the first ten, and the number of the others. */
export function reportFindings(
  annotation: Annotation,
  findings: readonly AnnotationFinding[],
  draft: Draft,
): void {
  const [first] = findings;
  for (const finding of findings.slice(0, maxReported)) {
    draft.diagnostics.push(annotationFault(annotation, finding));
  }
  if (first !== undefined && findings.length > maxReported) {
    const message = `${annotation.manifest.key}: ${findings.length - maxReported} more errors in ${annotation.key}`;
    draft.diagnostics.push(annotationFault(annotation, { ...first, message }));
  }
}

/**
 * Returns the reader of an annotation that has no effect, with the alternative, and the part of its value
 * that is ignored.
 */
export function notObeyed(tool: string, remedy: string, part = ""): AnnotationReader {
  return (annotation: Annotation, draft: Draft): void => {
    draft.notObeyed.push({ annotation, words: `${annotation.key}${part}`, tool, remedy });
  };
}

/** Returns the reader of an annotation that is not needed, with the reason, and the part of its value. */
export function notNeeded(tool: string, remedy: string, part = ""): AnnotationReader {
  return (annotation: Annotation, draft: Draft): void => {
    const words = `${annotation.key}${part}`;
    draft.notObeyed.push({ annotation, words, tool, remedy, isNotNeeded: true });
  };
}

/**
 * Returns a warning or note for each annotation that has no effect, with the number of objects that have it.
 */
export function notObeyedOnce(found: readonly NotObeyed[]): readonly Diagnostic[] {
  const byWords = Map.groupBy(found, ({ words }) => words);
  return [...byWords.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) {
      return [];
    }
    const others = same.length === 1 ? "" : ` (on ${same.length} objects)`;
    return annotationFault(first.annotation, {
      code: "OrderNotObeyed",
      severity: first.isNotNeeded === true ? "note" : "warning",
      part: "key",
      message: `${first.tool} ${first.annotation.isLabel === true ? "label" : "annotation"} ${first.words} is ${first.isNotNeeded === true ? "not needed" : "ignored"}: ${first.remedy}${others}`,
    });
  });
}
