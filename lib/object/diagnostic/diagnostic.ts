import type { DiagnosticCode } from "./diagnostic-code.ts";
import { compareText } from "../object-ref.ts";
import { type Origin } from "./source-text.ts";

/**
 * How much a finding weighs: an error refuses the set, a warning changes the plan or surprises, a note
 * informs.
 */
export type Severity = "error" | "warning" | "note";

/**
 * One finding about what the user wrote: a value, collected and shown together with all others.
 * `docs/diagnostics.md` has an entry for every code.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  /** The object, the fact, and what to do about it; no blame and no line break. */
  readonly message: string;
  /** The object it speaks of, in its written form. */
  readonly ref?: string;
  /** Objects that it speaks of as much: the others of a cycle. */
  readonly members?: readonly string[];
  readonly origin?: Origin;
  /** Other places that belong to the finding: the other definition, the arrows of a cycle. */
  readonly related?: readonly Related[];
}

/** Another place that belongs to a finding. */
export interface Related {
  readonly message: string;
  readonly origin?: Origin;
}

const severityRank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** Errors first, then by file, line and column, so that the same faults print as the same bytes. */
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

/** Whether anything found refuses the set. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === "error");
}
