/**
 * An AbortSignal, without the types of Node or of a browser. At run time it must be an AbortSignal, such as
 * that of an AbortController.
 */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
}
