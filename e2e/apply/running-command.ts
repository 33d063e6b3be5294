import { once, EventEmitter } from "node:events";

import type { Recorded } from "../../fixtures/recording-shell.ts";
import { type CommandEnvironment, runConverge } from "./run-converge.ts";

/** A command that is running. */
export interface RunningCommand {
  readonly ended: Promise<Recorded>;
  /** Resolves once the command has printed this; rejects if it ends without. */
  readonly said: (words: string | RegExp) => Promise<void>;
  /** Interrupts it as SIGINT does. */
  readonly interrupt: () => void;
}

/** Starts a command without waiting for its end. `said` throws an Error if the command ends first. */
export function beginConverge(
  words: readonly string[],
  kubeconfig: CommandEnvironment["kubeconfig"],
  around: Pick<CommandEnvironment, "path" | "clock"> = {},
): RunningCommand {
  const interruption = new AbortController();
  const printed = new EventEmitter();
  let text = "";
  let isOver = false;
  const ended = runConverge(words, {
    ...around,
    kubeconfig,
    signal: interruption.signal,
    emit: (more) => {
      text += more;
      printed.emit("more");
    },
  }).finally(() => {
    isOver = true;
    printed.emit("more");
  });
  return {
    ended,
    interrupt: () => {
      interruption.abort(new Error("interrupted"));
    },
    said: async (wanted) => {
      while (!(typeof wanted === "string" ? text.includes(wanted) : wanted.test(text))) {
        if (isOver) {
          throw new Error(`it never said ${String(wanted)}, but:\n${text}`);
        }
        await once(printed, "more");
      }
    },
  };
}
