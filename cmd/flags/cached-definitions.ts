import type { CachedDefinitions } from "../../lib/engine.ts";
import { cacheFolder } from "../../lib/render/cache-folder.ts";
import type { DefinitionCache } from "../../lib/source/definition-cache.ts";
import { UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import type { SchemaFlags } from "./validation-flags.ts";

type CacheHost = Pick<Host, "env" | "homeDirectory">;

/** Returns the lookup of cached CRDs, unless `--cached-crds=false` or the user has no folder for caches. */
export function cachedDefinitions(
  { cachedCrds = true }: Pick<SchemaFlags, "cachedCrds">,
  host: CacheHost,
): { readonly cached?: CachedDefinitions } {
  const folder = cachedCrds ? folderOf(host) : undefined;
  return folder === undefined
    ? {}
    : {
        cached: (kinds) => withCache(folder, "--cached-crds=false ignores it", (cache) => cache.read(kinds)),
      };
}

/** Uses the cache of CRDs. Throws a UsageError if there is no folder for it, or it cannot be used. */
export async function useDefinitionCache<Value>(
  host: CacheHost,
  use: (cache: DefinitionCache) => Promise<Value>,
): Promise<Value> {
  const folder = folderOf(host);
  if (folder === undefined) {
    throw new UsageError("there is no folder for cached CRDs: set XDG_CACHE_HOME or HOME");
  }
  return withCache(folder, "set XDG_CACHE_HOME to a folder that this user may write to", use);
}

function folderOf({ env, homeDirectory }: CacheHost): string | undefined {
  return cacheFolder({ HOME: homeDirectory, ...env }, "crds");
}

async function withCache<Value>(
  folder: string,
  remedy: string,
  use: (cache: DefinitionCache) => Promise<Value>,
): Promise<Value> {
  const { DefinitionCache: Cache } = await import("../../lib/source/definition-cache.ts");
  try {
    return await use(new Cache(folder));
  } catch (error) {
    if (error instanceof Error && "code" in error) {
      throw new UsageError(`the cache of CRDs cannot be used: ${error.message}; ${remedy}`, { cause: error });
    }
    throw error;
  }
}
