import { readSet } from "../../lib/manifest/read-set.ts";
import type { OpenSources } from "../../lib/source/open-sources.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import { printDiagnostics, type PrintOptions } from "../output/print-diagnostics.ts";

/**
 * The sources that a verb reads before it connects to the cluster, and the options for reporting their
 * faults.
 */
export interface LocalReading extends Pick<PrintOptions, "flags" | "host"> {
  readonly sources: OpenSources;
  /** Whether a plan was made, and all faults have been reported with it. */
  readonly isPlanned: boolean;
}

/**
 * Returns the exit code of an action that needed the cluster. If that was unreachable, faults that can be
 * found without it are reported as well, and count as invalid input, because a retry would not help. Rendered
 * sources are excluded, because they may depend on the cluster.
 */
export async function withLocalFaults(
  code: ExitCode,
  { sources, isPlanned, ...showing }: LocalReading,
): Promise<ExitCode> {
  if (code !== exitCodes.unreachable || isPlanned) {
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
