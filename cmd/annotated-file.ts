import { relative, resolve, sep } from "node:path";

import { standardInput } from "../lib/source/found-source.ts";
import type { Shell } from "./shell.ts";

/**
 * How GitHub Actions knows a file that was read: by its path in the workspace, wherever converge runs in it. Undefined
 * for standard input; outside of any workspace the file is named as it was given.
 */
export function fileInWorkspace(env: Shell["env"]): (file: string) => string | undefined {
  const workspace = env["GITHUB_WORKSPACE"] ?? "";
  return (file) => {
    if (file === standardInput.name) {
      return undefined;
    }
    const path = workspace === "" ? file : relative(workspace, resolve(file));
    return path === ".." || path.startsWith(`..${sep}`) ? file : path;
  };
}
