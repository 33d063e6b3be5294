import type { Diagnostic, Severity } from "../object/diagnostic.ts";
import type { DiagnosticCode } from "../object/diagnostic-code.ts";
import { locate, type Part } from "../manifest/locate.ts";
import { type Annotation, annotationPath } from "./directives.ts";

/** A finding about an annotation, located at its value, or at its name where that is what is wrong. */
export function annotationFault(
  annotation: Annotation,
  finding: {
    readonly code: DiagnosticCode;
    readonly severity?: Severity;
    readonly message: string;
    readonly part?: Part;
  },
): Diagnostic {
  const { manifest, key } = annotation;
  return {
    code: finding.code,
    severity: finding.severity ?? "error",
    message: finding.message,
    ref: manifest.key,
    origin: locate(manifest.document, [...manifest.path, ...annotationPath(key)], finding.part ?? "value"),
  };
}
