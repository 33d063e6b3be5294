import type { IgnoredDifference } from "../../lib/inventory/ignored-differences.ts";
import { formatOrigin } from "../../lib/object/diagnostic/source-text.ts";
import { readSources } from "../../lib/source/read-sources.ts";
import { UsageError } from "../host/exit-code.ts";

/**
 * Reads the fields that the file of `--ignore-differences` leaves to the cluster; none without the flag.
 * Throws a UsageError if the file is invalid.
 */
export async function readIgnored(file: string | undefined): Promise<readonly IgnoredDifference[]> {
  if (file === undefined) {
    return [];
  }
  const { sources } = await readSources([file], () => Promise.resolve(new Uint8Array()));
  const [source] = sources;
  if (source === undefined || sources.length > 1) {
    throw new UsageError(`--ignore-differences ${file}: name a single YAML or JSON file`);
  }
  const { readIgnoredDifferences } = await import("../../lib/sync/config/ignored-differences.ts");
  const reading = await readIgnoredDifferences(source);
  if ("rules" in reading) {
    return reading.rules;
  }
  const faults = reading.diagnostics.map(({ message, origin }) =>
    origin === undefined ? message : `${formatOrigin(origin)}: ${message}`,
  );
  throw new UsageError(`--ignore-differences: ${faults.join("\n")}`);
}
