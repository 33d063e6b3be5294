import { definedKind } from "../../lib/manifest/crd.ts";
import { didYouMean } from "../../lib/object/diagnostic/suggestion.ts";
import { nameOf } from "../../lib/object/metadata.ts";
import { useDefinitionCache } from "../flags/cached-definitions.ts";
import { type ExitCode, exitCodes, UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { readStored } from "./read-stored.ts";

/** Removes stored CRDs. Throws a UsageError, and removes none, if one is not stored. */
export async function runRemove(names: readonly string[], host: Host): Promise<ExitCode> {
  await useDefinitionCache(host, async (cache) => {
    const stored = await readStored(cache);
    const known = stored.map(nameOf);
    const missing = names.find((name) => !known.includes(name));
    if (missing !== undefined) {
      throw new UsageError(`no CRD ${missing} is stored${didYouMean(missing, known)}`);
    }
    await cache.remove(stored.filter((one) => names.includes(nameOf(one))).map(definedKind));
  });
  host.stdout.write([...new Set(names)].map((name) => `${name} removed\n`).join(""));
  return exitCodes.converged;
}
