import { realpathSync } from "node:fs";
import { join, resolve, sep } from "node:path";

import { truncateWord } from "../../lib/object/message-text.ts";
import { withSetFilePaths } from "../../lib/render/set-file.ts";
import { pathFault } from "../../lib/sync/config/source-errors.ts";
import { UsageError } from "../host/exit-code.ts";

/**
 * Returns the place of a path that a configuration names, from the root of the repository. Throws a
 * UsageError if it leads out of it, also by a symbolic link: the author of a pull request writes the file,
 * and must not read others of this machine.
 */
export function insidePath(root: string, path: string, about: string): string {
  const shown = JSON.stringify(truncateWord(path));
  const fault = pathFault(path);
  if (fault !== undefined) {
    throw new UsageError(`${about}: ${fault}`);
  }
  const place = join(root, path);
  const whole = realPath(root);
  const real = realPath(place);
  if (real !== undefined && whole !== undefined && real !== whole && !real.startsWith(`${whole}${sep}`)) {
    throw new UsageError(`${about}: ${shown} is a symbolic link that leads out of the repository`);
  }
  return place;
}

/** Returns the place of a file with values. Throws a UsageError too if Helm would read several paths. */
export function insideValues(root: string, path: string, about: string): string {
  if (path.includes(",")) {
    throw new UsageError(
      `${about}: ${JSON.stringify(truncateWord(path))} has a comma: name one file per entry`,
    );
  }
  return insidePath(root, path, about);
}

/** Returns a word of `--set-file` with the places of its files. Throws a UsageError as `insidePath`. */
export function insideSetFile(root: string, word: string, about: string): string {
  return withSetFilePaths(word, (path) => insidePath(root, path, about));
}

/** A folder, and the place there of a path from the working directory. */
interface Located {
  readonly root: string;
  readonly locate: (path: string) => string;
}

const settingsOrigin = "converge.yaml";

/** Returns the place of a values file that `converge.yaml` names. Throws a UsageError if it is elsewhere. */
export function ownValues({ root, locate }: Located, path: string): string {
  const place = resolve(locate(path));
  const whole = realPath(root) ?? resolve(root);
  const real = realPath(place) ?? place;
  if (path.includes("://") || path.includes(",") || !real.startsWith(`${whole}${sep}`)) {
    throw new UsageError(
      `${settingsOrigin}: ${JSON.stringify(truncateWord(path))} is not a file of the repository, which may be a foreign one: give it on the command line`,
    );
  }
  return place;
}

/** Returns a word of `--set-file` in `converge.yaml` with the places of its files. Throws as `ownValues`. */
export function ownSetFile(located: Located, word: string): string {
  return withSetFilePaths(word, (path) => ownValues(located, path));
}

/** Returns the path behind all links; undefined if it does not exist. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
