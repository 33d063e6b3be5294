import { harmlessJson } from "../document/json-document.ts";
import { documentOf, type DiagnosticDocument } from "../diagnostics/diagnostic-document.ts";
import { type Validation, verdictsOf } from "./validation.ts";

/** A validation in the public format `converge.dev/v1`; `docs/validation/validation.md` describes it. */
export interface ValidationDocument {
  readonly apiVersion: "converge.dev/v1";
  readonly kind: "Validation";
  readonly kubernetesVersion: string;
  readonly summary: Readonly<
    Record<
      "objects" | "valid" | "invalid" | "unchecked" | "unreadable" | "errors" | "warnings" | "notes",
      number
    >
  >;
  readonly diagnostics: readonly DiagnosticDocument[];
}

/** Formats a validation as JSON. */
export function validationJson(validation: Validation): string {
  return `${harmlessJson(validationDocument(validation), 2)}\n`;
}

/** Converts a validation to plain data in its public format. */
export function validationDocument(validation: Validation): ValidationDocument {
  const { diagnostics, kubernetesVersion } = validation;
  const amount = (wanted: string): number => diagnostics.filter(({ severity }) => severity === wanted).length;
  return {
    apiVersion: "converge.dev/v1",
    kind: "Validation",
    kubernetesVersion,
    summary: {
      ...verdictsOf(validation),
      errors: amount("error"),
      warnings: amount("warning"),
      notes: amount("note"),
    },
    diagnostics: diagnostics.map(documentOf),
  };
}
