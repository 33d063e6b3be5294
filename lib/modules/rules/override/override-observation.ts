/** The observations of an override's image. */
export interface ObservedImage {
  /** The current digest in the registry; undefined if it was not requested, or the request failed. */
  readonly digest: string | undefined;
  /** The reason the request failed or, if the digest is known, the pull; undefined if neither did. */
  readonly downloadFault?: string;
  /** The fault of the pulled image; undefined if there is none. */
  readonly validationFault?: string;
  /** The digest of the image that is pulled and runs; undefined if there is none. */
  readonly installed: string | undefined;
  /**
   * Whether the installed image was just pulled because the previous answer requested it, which completes a
   * renewal.
   */
  readonly pulled?: boolean;
}
