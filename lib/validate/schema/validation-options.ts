/** Requirements on a definition; each is true if the rule applies without exception. */
export interface CrdValidationOptions {
  readonly reviewVersions: boolean;
  readonly schemas: boolean;
  readonly types: boolean;
  readonly structural: boolean;
  readonly prunedDefaults: boolean;
  readonly atomicSets: boolean;
  readonly soundKeys: boolean;
  readonly caBundle: boolean;
  /** Whether the schema of that version is new or changed: the cost of its rules is then limited. */
  readonly costs: (version: string) => boolean;
  /**
   * Whether the selectable fields of that version, or the shared ones for an empty name, are new or changed,
   * or were within the limit.
   */
  readonly fewSelectable: (version: string) => boolean;
}
