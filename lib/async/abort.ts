const waiting = new WeakMap<AbortSignal, Waiting>();

interface Waiting {
  readonly callbacks: Set<() => void>;
  readonly report: () => void;
}

/**
 * Calls back once when the signal aborts; the returned function cancels that. The signal has one listener
 * however many callers share it, and none while there are no callers: thousands of requests may share the
 * signal of a run. The caller first checks whether the signal has already aborted.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  const { callbacks } = waiting.get(signal) ?? listenTo(signal);
  // A new function each time: the same callback may be registered twice.
  const entry = (): void => callback();
  callbacks.add(entry);
  return () => {
    callbacks.delete(entry);
    forgetIfIdle(signal);
  };
}

function listenTo(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>();
  const report = (): void => {
    waiting.delete(signal);
    for (const callback of callbacks) {
      callback();
    }
  };
  const added = { callbacks, report };
  waiting.set(signal, added);
  signal.addEventListener("abort", report, { once: true });
  return added;
}

function forgetIfIdle(signal: AbortSignal): void {
  const found = waiting.get(signal);
  if (found?.callbacks.size === 0) {
    waiting.delete(signal);
    signal.removeEventListener("abort", found.report);
  }
}

/** Settles as the promise does, or rejects with the signal's reason as soon as it aborts. */
export async function untilAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const state: { settled: boolean } = { settled: false };
  const settle = (): void => {
    state.settled = true;
  };
  // Before anything can throw: an abandoned promise must not end the process by rejecting later.
  promise.then(settle, settle);
  signal.throwIfAborted();
  // A settled promise needs no listener: so it is with the credentials of all requests but the first.
  await Promise.resolve();
  if (state.settled) {
    return promise;
  }
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const callOff = onAbort(signal, () => reject(signal.reason));
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    callOff();
  }
}
