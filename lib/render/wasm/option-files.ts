import { readFileSync, realpathSync } from "node:fs";

import { errno, errnoOf } from "./errno.ts";
import type { RenderOrder } from "./render-order.ts";

/**
 * Reads a file that an option names, or standard input (`-`). Templates cannot ask for it. Returns an error
 * number if it cannot be read, or is outside of a root that options are confined to.
 */
export function readOptionFile(
  path: string,
  { root, confinesOptions, input }: Pick<RenderOrder, "root" | "confinesOptions" | "input">,
): Uint8Array | number {
  if (path.trim() === "-") {
    return input;
  }
  try {
    const real = realpathSync(path);
    return confinesOptions && !`${real}/`.startsWith(root === "/" ? root : `${root}/`)
      ? errno.accessDenied
      : readFileSync(real);
  } catch (error) {
    return errnoOf(error);
  }
}
