import type { RunContext } from "../apply/model/run-context.ts";
import type { Cluster } from "../client/model/cluster.ts";
import type { SyncControllerOptions } from "./sync-controller-options.ts";

/** A run, or the removal of a unit. */
interface Surrounded {
  readonly cluster: Cluster;
  /** The name of the sidecar. */
  readonly sync: string;
  readonly unit: string;
}

/**
 * Returns the context of a run. The lock of a release distinguishes its holders: two units are two of them.
 * A container that is restarted follows on a process that has ended; a single pass may run beside a sidecar
 * of the same name.
 */
export function surroundingsOf(
  options: Pick<SyncControllerOptions, "clock" | "random" | "identity" | "once" | "self" | "tooling">,
  { cluster, sync, unit }: Surrounded,
): Omit<RunContext, "signal" | "emit"> {
  const { clock, random, identity, once, self, tooling } = options;
  const common = { cluster, clock, random, tooling };
  if (once) {
    return { ...common, runId: `${identity}/${unit}` };
  }
  const endedRuns = `${self}/${sync}/${unit}@`;
  return { ...common, runId: `${endedRuns}${identity}`, endedRuns };
}
