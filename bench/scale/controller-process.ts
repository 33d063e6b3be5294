import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import type { ExecutionContext } from "ava";

import { type ProcessUsage, processUsage } from "../../e2e/soak/process-usage.ts";
import { isObject, type JsonObject, type JsonValue } from "../../lib/object/json.ts";

/** A controller of another project, with its log. */
export interface Controller {
  /** Its log from the start on, line by line, until it ends. */
  readonly lines: () => AsyncGenerator<JsonObject>;
  /** Throws if it has ended. */
  readonly usage: () => ProcessUsage;
  readonly stop: () => Promise<void>;
}

/** The parameters of a controller. */
export interface ControllerStart {
  readonly program: string;
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ends: Pick<ExecutionContext, "teardown">;
}

/** Starts a controller that logs JSON. It ends with the measurement at the latest. */
export function startController({ program, words, environment, ends }: ControllerStart): Controller {
  const child = spawn(program, words, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const log: JsonObject[] = [];
  const last: string[] = [];
  const input = createInterface(child.stderr);
  input.on("line", (text) => {
    last.push(text);
    last.splice(0, last.length - 10);
    const line = lineOf(text);
    if (line !== undefined) {
      log.push(line);
    }
  });
  const ended = once(child, "close");
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  ends.teardown(stop);
  return {
    stop,
    usage: () => {
      const found = child.pid === undefined ? undefined : processUsage(child.pid);
      if (found === undefined) {
        throw new Error(`${program} has ended:\n${last.join("\n")}`);
      }
      return found;
    },
    async *lines() {
      for (let at = 0; ; at += 1) {
        while (at >= log.length) {
          await Promise.race([once(input, "line"), ended]);
          if (child.exitCode !== null) {
            throw new Error(`${program} ended with ${child.exitCode}:\n${last.join("\n")}`);
          }
        }
        const line = log[at];
        if (line !== undefined) {
          yield line;
        }
      }
    },
  };
}

function lineOf(text: string): JsonObject | undefined {
  if (!text.startsWith("{")) {
    return undefined;
  }
  const value: JsonValue = JSON.parse(text);
  return isObject(value) ? value : undefined;
}
