import type { ExpressionFault } from "../../cel/model/expression.ts";
import { locateField } from "../../manifest/locate-field.ts";
import type { SourceDocument } from "../../manifest/manifest.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import type { Path } from "../../object/json.ts";

/** The place of an expression in a document. */
export interface ExpressionPlace {
  readonly document: SourceDocument;
  readonly path: Path;
  readonly text: string;
}

/** Returns the diagnostic for a fault of an expression, at its place in the file where that can be found. */
export function expressionDiagnostic(
  { offset, message }: ExpressionFault,
  place: ExpressionPlace,
): Diagnostic {
  return {
    code: "HealthRuleInvalid",
    severity: "error",
    message: `this CEL expression cannot be used: ${message}`,
    origin: originOf(place, offset),
  };
}

/** An expression written in one line without escapes has the same offsets as the file. */
function originOf({ document, path, text }: ExpressionPlace, offset: number): Origin {
  const origin = locateField(document, path, "value");
  const line = document.source.text.split("\n")[origin.line - 1] ?? "";
  const start = line.indexOf(text, (origin.column ?? 1) - 1);
  return start === -1 || text.includes("\n") ? origin : { ...origin, column: start + offset + 1, length: 1 };
}
