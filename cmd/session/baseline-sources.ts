import { readAtRevision } from "../../lib/source/read-at-revision.ts";
import { readSources, type Sources } from "../../lib/source/read-sources.ts";
import type { Host } from "../host/host.ts";
import { UsageError } from "../host/usage-error.ts";

/** What `--old` is read with. */
export interface BaselineOptions {
  /** Undefined where it was not given. */
  readonly old: string | undefined;
  readonly paths: readonly string[];
  /** Whether any of the paths is rendered. */
  readonly isRendered: boolean;
  readonly signal: AbortSignal;
  readonly shell: Host;
}

/**
 * Reads the set as it was: what `--old` names where there is such a path, else the same paths at that
 * revision of git.
 */
export async function readBaseline({
  old,
  paths,
  isRendered,
  signal,
  shell,
}: BaselineOptions): Promise<Sources> {
  if (old === undefined) {
    return { sources: [], found: [] };
  }
  if (shell.exists(old)) {
    return readSources([old], () => Promise.resolve(new Uint8Array()));
  }
  if (isRendered || paths.includes("-")) {
    throw new UsageError(
      `--old ${old} is no path, and only files can be read at a revision of git: render the old state into a folder and name that`,
    );
  }
  const { env, clock } = shell;
  return readAtRevision(old, paths, { env, clock, signal });
}
