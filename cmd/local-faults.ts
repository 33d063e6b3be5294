import { readSet } from "../lib/offline.ts";
import type { Diagnostic } from "../lib/object/diagnostic.ts";
import type { OpenSources } from "../lib/source/open-sources.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";

/** What a verb read before it asked the cluster, and how it shows what is wrong with that. */
export interface LocalReading {
  readonly sources: OpenSources;
  /** Whether the verb got as far as a plan, and so has reported all faults already. */
  readonly isPlanned: () => boolean;
  readonly show: (faults: readonly Diagnostic[]) => Promise<void>;
}

/**
 * Runs what needs the cluster. Where that is out of reach, faults that can be seen without it are reported as well, and count as invalid
 * input: another try would not help. What is rendered is left out, since it may depend on the cluster.
 */
export async function withLocalFaults(
  { sources, isPlanned, show }: LocalReading,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const code = await run();
  if (code !== exitCodes.unreachable || isPlanned()) {
    return code;
  }
  const { found } = readSet(await sources.plain());
  const faults = found.filter(({ severity }) => severity === "error");
  if (faults.length === 0) {
    return code;
  }
  await show(faults);
  return exitCodes.invalid;
}
