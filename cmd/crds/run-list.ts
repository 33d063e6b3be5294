import { useDefinitionCache } from "../flags/cached-definitions.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { definitionLine } from "./definition-line.ts";
import { readStored } from "./read-stored.ts";

/** Lists the stored CRDs, sorted by name. */
export async function runListCrds(host: Host): Promise<ExitCode> {
  const lines = await useDefinitionCache(host, async (cache) =>
    (await readStored(cache)).map((definition) => `${definitionLine(definition)}\n`),
  );
  host.stdout.write(lines.length === 0 ? "no CRDs are stored\n" : lines.join(""));
  return exitCodes.converged;
}
