import type { AbortSignalLike } from "./abort-signal-like.ts";

/** Returns the signal of options, or one that never aborts. */
export function signalOf({ signal }: { readonly signal?: AbortSignalLike | undefined }): AbortSignal {
  return signal instanceof AbortSignal ? signal : new AbortController().signal;
}
