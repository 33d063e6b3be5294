/** The states that a rule may decide on. */
export type RuleState = "Current" | "InProgress" | "Failed" | "Suspended";

/**
 * One case of a rule. `when`, `reason` and `message` are CEL expressions; a fixed text is written `'Paused'`.
 * They may use `self` (the object), `metadata`, `spec`, `status` (an empty map if absent), `conditions` (a
 * map from the type of a condition to the condition, without those of older generations), `generation` and
 * `now`. An expression that fails, for instance because a field is missing, counts as false or as no text.
 */
export interface RuleCase {
  readonly state: RuleState;
  /** Absent: always. */
  readonly when?: string;
  /** Yields a word as in conditions. Default: the state. */
  readonly reason?: string;
  /** Yields a text for people. */
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
  /**
   * Whether an object is in progress, before any case, while `status.observedGeneration` is a smaller number
   * than `metadata.generation`. Default: true.
   */
  readonly observesGeneration?: boolean;
  readonly cases: readonly RuleCase[];
}
