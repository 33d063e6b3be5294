import { join } from "node:path";

/**
 * Returns a folder for cached files below `$XDG_CACHE_HOME` or `~/.cache`; undefined without either.
 */
export function cacheFolder(
  { XDG_CACHE_HOME: caches = "", HOME: home = "" }: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  if (caches !== "") {
    return join(caches, "converge", name);
  }
  return home === "" ? undefined : join(home, ".cache", "converge", name);
}
