import type { DiagnosticCode } from "./diagnostic-code.ts";
import { compareText } from "../object-ref.ts";
import { type Origin } from "./source-text.ts";

/**
 * The weight of a finding: an error refuses the set, a warning is for something that changes the plan or may
 * surprise, a note informs.
 */
export type Severity = "error" | "warning" | "note";

/**
 * One finding about the user's input: a value, collected and shown together with all others.
 * `docs/reference/diagnostics.md` has an entry for every code.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** The object, the fact, and the remedy; without blame or line breaks. */
  readonly message: string;
  /** The key of the object it is about. */
  readonly ref?: string;
  /** Other objects that it is equally about: those of a cycle. */
  readonly members?: readonly string[];
  readonly origin?: Origin;
  /** Other places that belong to the finding: the other definition, the edges of a cycle. */
  readonly related?: readonly Related[];
}

/** Another place that belongs to a finding. */
export interface Related {
  readonly message: string;
  readonly origin?: Origin;
}

const severityRank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** Orders errors first, then by file, line and column, so that the same faults print as the same bytes. */
export function compareDiagnostics(left: Diagnostic, right: Diagnostic): number {
  return (
    severityRank[left.severity] - severityRank[right.severity] ||
    compareOrigins(left.origin, right.origin) ||
    compareText(left.code, right.code) ||
    compareText(left.ref ?? "", right.ref ?? "") ||
    compareText(left.message, right.message)
  );
}

const nowhere: Origin = { file: "", line: 0 };

function compareOrigins(left: Origin = nowhere, right: Origin = nowhere): number {
  return (
    compareText(left.file, right.file) || left.line - right.line || (left.column ?? 0) - (right.column ?? 0)
  );
}

/** Reports whether any of the findings refuses the set. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
