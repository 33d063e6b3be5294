import type { JsonValue } from "../object/json.ts";
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { ReadDocument } from "../manifest/parse-source.ts";
import type { MatchedRule } from "./health-rules.ts";

/** The health rules of a file or document, and everything that is wrong with it. */
export interface RuleReading {
  readonly rules: readonly MatchedRule[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A form in which health rules are written as YAML: converge's own, or that of another tool. */
export interface RuleFormat {
  /** For messages: `HealthRules`, `Argo CD's argocd-cm`. */
  readonly name: string;
  /** Reports whether a document is in this form. Never throws. */
  readonly recognizes: (value: JsonValue) => boolean;
  /** Reads the rules of a document that is in this form; reports all faults at once. */
  readonly read: (document: ReadDocument) => Promise<RuleReading>;
}
