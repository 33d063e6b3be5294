import { hasErrors } from "../../object/diagnostic/diagnostic.ts";
import { count } from "../../object/message-text.ts";
import { type DiagnosticStyle, formatDiagnostics } from "../diagnostics/diagnostics.ts";
import { type Validation, verdictsOf } from "./validation.ts";

/**
 * Formats a validation for people: every finding with the line it is about, and the totals.
 *
 *     5 objects for Kubernetes 1.36: 3 valid, 1 invalid, 1 not checked
 */
export function formatValidation(validation: Validation, style: DiagnosticStyle): string {
  const { diagnostics, kubernetesVersion, fieldsIgnored } = validation;
  const { objects, valid, invalid, unchecked, unreadable } = verdictsOf(validation);
  const parts = [
    ...(valid > 0 ? [`${valid} valid`] : []),
    ...(invalid > 0 ? [`${invalid} invalid`] : []),
    ...(unchecked > 0
      ? [`${unchecked} not checked (${fieldsIgnored ? "--validate ignore" : "no schema"})`]
      : []),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
  ];
  const isSound = valid === objects && valid > 0 && !hasErrors(diagnostics);
  const sum = isSound ? "all valid" : parts.join(", ");
  const findings = formatDiagnostics(diagnostics, style);
  return `${findings}${count(objects, "object")} for Kubernetes ${kubernetesVersion}${sum === "" ? "" : `: ${sum}`}\n`;
}
