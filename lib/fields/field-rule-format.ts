import type { ReadDocument } from "../manifest/parse-source.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { FieldRule } from "../object/field-rule.ts";
import type { JsonValue } from "../object/json.ts";

/** The field rules of a file or document, and everything that is wrong with it. */
export interface FieldRuleReading {
  readonly rules: readonly FieldRule[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A form in which field rules are written: converge's own, or that of another tool. */
export interface FieldRuleFormat {
  /** For messages: `FieldRules`, `Argo CD's argocd-cm`. */
  readonly name: string;
  /** Whether a document of a set counts too, besides those that the user names. */
  readonly isOfSets: boolean;
  /** Reports whether a document is in this form. Never throws. */
  readonly recognizes: (value: JsonValue) => boolean;
  /** Reads the rules of a document that is in this form; reports all faults at once. */
  readonly read: (document: ReadDocument) => Promise<FieldRuleReading>;
}
