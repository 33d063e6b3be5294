import type { Diagnostic, Severity } from "../object/diagnostic/diagnostic.ts";
import type { DiagnosticCode } from "../object/diagnostic/diagnostic-code.ts";
import type { FieldPart } from "../manifest/locate-field.ts";
import { fieldOrigin } from "../manifest/field-origin.ts";
import { type Annotation, annotationPath, type Draft } from "./directives.ts";

/** What is wrong with an annotation. */
export interface AnnotationFinding {
  readonly code: DiagnosticCode;
  readonly severity?: Severity;
  readonly message: string;
  /** `key` where the name is wrong and not the value. */
  readonly part?: FieldPart;
}

/** A finding about an annotation, located at its value, or at its name where that is what is wrong. */
export function annotationFault(annotation: Annotation, finding: AnnotationFinding): Diagnostic {
  const { manifest, key } = annotation;
  return {
    code: finding.code,
    severity: finding.severity ?? "error",
    message: mayHoldData(annotation) ? `${manifest.key}: ${key} cannot be read` : finding.message,
    ref: manifest.key,
    origin: fieldOrigin(manifest, annotationPath(key), finding.part ?? "value"),
  };
}

/**
 * In a Secret the value of an annotation whose quote closes too late runs on into the data: then nothing of
 * it is repeated. Proper values of order annotations hold no line breaks.
 */
function mayHoldData({ manifest, value }: Annotation): boolean {
  return manifest.kind === "Secret" && value.includes("\n");
}

/** How many findings of one annotation are told one by one: a value may hold thousands. */
const toldAtMost = 10;

/** Adds the findings of one annotation to the draft: the first ten, and the number of the others. */
export function reportFindings(
  annotation: Annotation,
  findings: readonly AnnotationFinding[],
  draft: Draft,
): void {
  const [first] = findings;
  for (const finding of findings.slice(0, toldAtMost)) {
    draft.diagnostics.push(annotationFault(annotation, finding));
  }
  if (first !== undefined && findings.length > toldAtMost) {
    const message = `${annotation.manifest.key}: ${findings.length - toldAtMost} more faults of ${annotation.key}`;
    draft.diagnostics.push(annotationFault(annotation, { ...first, message }));
  }
}
