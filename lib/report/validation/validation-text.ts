import { count } from "../count.ts";
import { type DiagnosticStyle, formatDiagnostics } from "../diagnostics.ts";
import { findingsByObject, type Validation } from "./validation.ts";

/**
 * A validation for people: every finding with the line it speaks of, and the sum.
 *
 *     3 objects checked for Kubernetes 1.36: 1 invalid
 */
export function formatValidation(validation: Validation, style: DiagnosticStyle): string {
  const { objects, diagnostics, kubernetesVersion } = validation;
  const byObject = findingsByObject(validation);
  const invalid = objects.filter(({ ref }) =>
    byObject.get(ref)?.some(({ severity }) => severity === "error"),
  );
  const sum = invalid.length === 0 ? "all valid" : `${invalid.length} invalid`;
  const others = (byObject.get(undefined) ?? []).some(({ severity }) => severity === "error");
  const verdict = others && invalid.length === 0 ? "" : `: ${sum}`;
  const findings = formatDiagnostics(diagnostics, style);
  return `${findings}${count(objects.length, "object")} checked for Kubernetes ${kubernetesVersion}${verdict}\n`;
}
