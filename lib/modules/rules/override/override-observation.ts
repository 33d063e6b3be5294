/** What was seen of the image that an override names. */
export interface ObservedImage {
  /** Of its manifest in the registry now; undefined where it was not looked at, or could not be seen. */
  readonly digest: string | undefined;
  /**
   * Why it could not be seen or, where its digest is known, not be pulled; undefined where nothing is wrong.
   */
  readonly downloadFault?: string;
  /** What is wrong with what was pulled; undefined where nothing is. */
  readonly validationFault?: string;
  /** The digest of what lies pulled and runs; undefined where nothing does. */
  readonly installed: string | undefined;
  /**
   * What is installed was pulled just now, since the answer before asked for it: a renewal ends with that.
   */
  readonly pulled?: boolean;
}
