/** Each is true where the rule holds without exception. */
export interface CrdValidationOptions {
  readonly reviewVersions: boolean;
  readonly schemas: boolean;
  readonly types: boolean;
  readonly structural: boolean;
  readonly prunedDefaults: boolean;
  readonly atomicSets: boolean;
  readonly soundKeys: boolean;
  readonly caBundle: boolean;
  /** Whether the schema of that version is new or changed: what its rules cost counts. */
  readonly costs: (version: string) => boolean;
  /**
   * Whether the selectable fields of that version, or of all for an empty name, are new or changed, or were
   * few enough.
   */
  readonly fewSelectable: (version: string) => boolean;
}
