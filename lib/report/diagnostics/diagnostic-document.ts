import type { Diagnostic, Severity } from "../../object/diagnostic/diagnostic.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";

/** A place in the public format. */
export interface OriginDocument {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

/** A diagnostic in the public format. */
export interface DiagnosticDocument {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly ref?: string;
  readonly origin?: OriginDocument;
  readonly related?: readonly RelatedDocument[];
}

/** A related place of a diagnostic. */
export interface RelatedDocument {
  readonly message: string;
  readonly origin?: OriginDocument;
}

/** Converts a place to the public format. */
export function originDocument(origin: Origin): OriginDocument {
  return {
    file: origin.file,
    line: origin.line,
    ...(origin.column === undefined ? {} : { column: origin.column }),
  };
}

/** Converts a diagnostic to the public format. */
export function documentOf(diagnostic: Diagnostic): DiagnosticDocument {
  return {
    code: diagnostic.code,
    severity: diagnostic.severity,
    message: diagnostic.message,
    ...(diagnostic.ref === undefined ? {} : { ref: diagnostic.ref }),
    ...placeOf(diagnostic.origin),
    ...(diagnostic.related === undefined
      ? {}
      : {
          related: diagnostic.related.map((related) => ({
            message: related.message,
            ...placeOf(related.origin),
          })),
        }),
  };
}

function placeOf(origin: Origin | undefined): { readonly origin?: OriginDocument } {
  return origin === undefined ? {} : { origin: originDocument(origin) };
}
