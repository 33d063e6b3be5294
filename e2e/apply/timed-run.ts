/** Runs whose timeouts end when the test says so: on a busy machine a short one may pass too early. */
import { type JsonObject, stringField } from "../../lib/object/json.ts";
import { controlledClock } from "../sync/controlled-clock.ts";
import { beginConverge, type RunningCommand } from "./running-command.ts";
import type { Manifests, Site } from "./site.ts";

const hour = 3_600_000;

/** A run that is waiting for its objects. */
export interface TimedRun extends RunningCommand {
  /** Ends all timeouts of an hour at once. Throws an Error if none has begun. */
  readonly expire: () => void;
  /** The times at which the timeouts of an hour that have begun would end, in milliseconds since 1970. */
  readonly ends: () => readonly number[];
}

/** Starts `converge apply`. The test ends timeouts of one hour: `--reconcile-timeout=1h`. */
export function beginTimed(site: Site, manifests: Manifests, ...flags: readonly string[]): TimedRun {
  const { release, namespace, cluster } = site;
  const clock = controlledClock();
  const words = ["apply", site.write(manifests), "--release", release, "-n", namespace, ...flags];
  return {
    ...beginConverge(words, cluster.kubeconfig, { clock }),
    expire: () => {
      if (clock.wake(({ length }) => length === hour) === 0) {
        throw new Error("no timeout of an hour has begun");
      }
    },
    ends: () => {
      const ends: number[] = [];
      clock.wake(({ length, due }) => {
        ends.push(...(length === hour ? [due] : []));
        return false;
      });
      return ends;
    },
  };
}

/** The reasons of failures in the output of a run with `-o json`: `Timeout Cog/big`. */
export function reasonsIn(stdout: string): ReadonlyMap<string, string> {
  const lines = stdout
    .trimEnd()
    .split("\n")
    .map((line): JsonObject => JSON.parse(line))
    .filter((line) => "error" in line && "kind" in line);
  return new Map(lines.map((line) => [endOf(line), stringField(line, "error") ?? ""]));
}

function endOf(line: JsonObject): string {
  return `${stringField(line, "status")} ${stringField(line, "kind")}/${stringField(line, "name")}`;
}
