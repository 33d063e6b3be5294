import { runGit } from "../process/run-git.ts";
import { GitError } from "../model/git-repository.ts";
import type { GitSurroundings } from "../process/git-command.ts";

/**
 * The oldest git that reads settings from its environment: an older one ignores them, and with them all that
 * protects us.
 */
const oldest = [2, 31] as const;

/** Throws a GitError (local) if git is missing, or too old to be safe. */
export async function requireGit(surroundings: GitSurroundings, signal: AbortSignal): Promise<void> {
  const { output } = await runGit(["version"], { surroundings, time: 30_000, signal });
  const said = Buffer.from(output).toString("utf8").trim();
  const version = gitVersion(said);
  if (version === undefined || isOlder(version)) {
    throw new GitError(
      "local",
      `git ${oldest.join(".")} or later is required, found ${said || "none"}: update it`,
    );
  }
}

/** Parses a version: `git version 2.39.5 (Apple Git-154)` → `[2, 39]`; undefined for any other text. */
export function gitVersion(said: string): readonly [number, number] | undefined {
  const [, major, minor] = /^git version (\d{1,4})\.(\d{1,4})/.exec(said) ?? [];
  return major === undefined || minor === undefined ? undefined : [Number(major), Number(minor)];
}

function isOlder([major, minor]: readonly [number, number]): boolean {
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
}
