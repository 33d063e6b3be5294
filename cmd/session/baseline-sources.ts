import { withDecrypted } from "../../lib/source/decrypted-sources.ts";
import { ageKeysOf, type RenderFlags } from "../flags/render-flags.ts";
import { openKeyPlugins } from "../../lib/sops/plugin/open-key-plugins.ts";
import { readAtRevision } from "../../lib/source/read-at-revision.ts";
import { readSources, type Sources } from "../../lib/source/read-sources.ts";
import type { Host } from "../host/host.ts";
import { UsageError } from "../host/exit-code.ts";

/** Inputs for reading `--old`. */
export interface BaselineOptions {
  /** With `--old`, if it is given, and the places of keys. */
  readonly flags: Pick<RenderFlags, "sopsAgeKeyFile" | "sopsPlugin"> & { readonly old?: string };
  readonly paths: readonly string[];
  /** Whether any of the paths is rendered. */
  readonly isRendered: boolean;
  readonly signal: AbortSignal;
  readonly host: Host;
}

/**
 * Reads the earlier state of the set: the path that `--old` names if it exists, else the same paths at that
 * revision of git. Throws a UsageError if `--old` is neither a path nor usable as a revision.
 */
export async function readBaseline(options: BaselineOptions): Promise<Sources> {
  const { flags, host, signal } = options;
  const plugins = await openKeyPlugins(flags.sopsPlugin ?? [], { ...host, signal });
  return withDecrypted(await readEncrypted(options), { ...ageKeysOf(flags, host.env), plugins });
}

async function readEncrypted({ flags, paths, isRendered, signal, host }: BaselineOptions): Promise<Sources> {
  const { old } = flags;
  if (old === undefined) {
    return { sources: [], found: [] };
  }
  if (host.exists(old)) {
    return readSources([old], () => Promise.resolve(new Uint8Array()));
  }
  if (isRendered || paths.includes("-")) {
    throw new UsageError(
      `--old ${old} is not a path, and rendered manifests or standard input cannot be read at a git revision: render the earlier state into a directory and name that`,
    );
  }
  const { env, clock } = host;
  return readAtRevision(old, paths, { env, clock, signal });
}
