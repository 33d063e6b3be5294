import { realpathSync } from "node:fs";
import { join, sep } from "node:path";

import { truncateWord } from "../../lib/object/message-text.ts";
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

/** A path that does not exist is reported where it is read. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
