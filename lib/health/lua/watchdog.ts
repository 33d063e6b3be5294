import { createContext, Script } from "node:vm";

/** Runs work; returns whether it ended within the time, in milliseconds. What it throws is thrown. */
export type Watchdog = (work: () => void, limit: number) => boolean;

/**
 * Creates a watchdog: it ends work that does not return, in JavaScript as in WebAssembly, without its
 * cooperation. Throws what the work throws. Some 0.2 ms for each work.
 */
export function createWatchdog(): Watchdog {
  const globals: { work: () => void } = { work: () => undefined };
  const context = createContext(globals);
  const script = new Script("work()");
  return (work, limit) => {
    globals.work = work;
    try {
      script.runInContext(context, { timeout: limit });
      return true;
    } catch (error) {
      // It is an Error of the other context, so no instance of this one's.
      const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : "";
      if (code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") {
        throw error;
      }
      return false;
    }
  };
}
