import type { CachedDefinitions } from "../../lib/engine.ts";
import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import type { Host } from "../host/host.ts";
import { cachedDefinitions } from "./cached-definitions.ts";
import { type CheckFlags, readDefinitions, readPolicies } from "./validation-flags.ts";

/** The texts that fields are checked with besides the set, and the diagnostics of reading them. */
export interface FieldChecks {
  readonly fields: {
    readonly definitions: readonly SourceText[];
    readonly policies: readonly SourceText[];
    readonly cached?: CachedDefinitions;
  };
  readonly found: readonly Diagnostic[];
}

/**
 * Reads the CRDs and policies that flags name, and opens the cache of CRDs. Throws a UsageError for standard
 * input, which the set may need, and if the cluster cannot be read.
 */
export async function readFieldChecks(
  flags: CheckFlags,
  reading: { readonly host: Host; readonly signal: AbortSignal },
): Promise<FieldChecks> {
  const given = await readDefinitions(flags);
  const policies = await readPolicies(flags, reading);
  return {
    fields: {
      ...cachedDefinitions(flags, reading.host),
      definitions: given.definitions,
      policies: policies.sources,
    },
    found: [...given.found, ...policies.found],
  };
}
