import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import type { ExecutionContext } from "ava";

import { type ProcessUsage, processUsage } from "../../e2e/soak/process-usage.ts";
import type { ContenderUsage } from "./contender.ts";
import { isObject, type JsonObject, type JsonValue } from "../../lib/object/json.ts";

/** A controller of another project, with its log. */
export interface Controller {
  /** Its log from the start on, line by line, until it ends. */
  readonly lines: () => AsyncGenerator<JsonObject>;
  /** Throws if it has ended. */
  readonly usage: () => ProcessUsage;
  readonly stop: () => Promise<void>;
  /** Rejects with the end of its log if it ends by itself. */
  readonly failed: Promise<never>;
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
  const failure = (): Error => new Error(`${program} has ended:\n${last.join("\n")}`);
  let isStopped = false;
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  child.once("close", () => {
    if (!isStopped) {
      failed.reject(failure());
    }
  });
  const stop = async (): Promise<void> => {
    isStopped = true;
    child.kill("SIGKILL");
    await ended;
  };
  ends.teardown(stop);
  return {
    stop,
    failed: failed.promise,
    usage: () => {
      const found = child.pid === undefined ? undefined : processUsage(child.pid);
      if (found === undefined) {
        throw failure();
      }
      return found;
    },
    async *lines() {
      for (let at = 0; ; at += 1) {
        while (at >= log.length) {
          await Promise.race([once(input, "line"), failed.promise]);
        }
        const line = log[at];
        if (line !== undefined) {
          yield line;
        }
      }
    },
  };
}

/** Adds up the usage of some controllers. Throws an Error if one has ended. */
export function totalUsage(controllers: readonly Controller[]): ContenderUsage {
  const used = controllers.map(({ usage }) => usage());
  return {
    cpu: used.reduce((sum, { cpu, childCpu }) => sum + cpu + childCpu, 0),
    mebibytes: used.reduce((sum, { mebibytes }) => sum + mebibytes, 0),
    peakMebibytes: used.reduce((sum, { peakMebibytes }) => sum + peakMebibytes, 0),
  };
}

function lineOf(text: string): JsonObject | undefined {
  if (!text.startsWith("{")) {
    return undefined;
  }
  const value: JsonValue = JSON.parse(text);
  return isObject(value) ? value : undefined;
}
