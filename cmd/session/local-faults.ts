import { readSet } from "../../lib/manifest/read-set.ts";
import type { OpenSources } from "../../lib/source/open-sources.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import { printDiagnostics, type PrintOptions } from "../output/print-diagnostics.ts";

/** What a verb reads before it asks the cluster, and what it shows faults of that with. */
export interface LocalReading extends Pick<PrintOptions, "flags" | "shell"> {
  readonly sources: OpenSources;
  /** Whether the verb got as far as a plan, and so has reported all faults already. */
  readonly isPlanned: () => boolean;
}

/**
 * Runs what needs the cluster. Where that is out of reach, faults that can be seen without it are reported as
 * well, and count as invalid input: another try would not help. What is rendered is left out, since it may
 * depend on the cluster.
 */
export async function withLocalFaults(
  { sources, isPlanned, ...showing }: LocalReading,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const code = await run();
  if (code !== exitCodes.unreachable || isPlanned()) {
    return code;
  }
  const plain = await sources.plain();
  const { found } = readSet(plain);
  const faults = found.filter(({ severity }) => severity === "error");
  if (faults.length === 0) {
    return code;
  }
  await printDiagnostics(faults, { ...showing, sources: plain.sources });
  return exitCodes.invalid;
}
