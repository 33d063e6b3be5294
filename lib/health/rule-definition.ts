/** The states that a rule may decide on. */
export type RuleState = "Current" | "InProgress" | "Failed" | "Suspended";

/**
 * One case of a rule. Expressions are CEL over `self`, `metadata`, `spec`, `status`, `conditions` (a map from
 * the type of a condition to the condition, without those of older generations) and `now`. An expression that
 * fails, for instance because a field is missing, counts as false or as no text.
 */
export interface RuleCase {
  readonly state: RuleState;
  /** Absent: always. */
  readonly when?: string;
  /** A word as in conditions. Default: the state. */
  readonly reason?: string;
  /** For people. */
  readonly message?: string;
}

/**
 * A health rule in converge's own form, as users write it and as the built-in table holds it. The first case
 * that applies decides; if none does, the object is in progress.
 */
export interface RuleDefinition {
  /** `*` matches any text. */
  readonly group: string;
  readonly kinds: readonly string[];
  readonly cases: readonly RuleCase[];
}
