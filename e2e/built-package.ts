import { execFile } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import manifest from "../package.json" with { type: "json" };

const run = promisify(execFile);
const checkout = fileURLToPath(new URL("..", import.meta.url));

/**
 * Builds the package and unpacks it in the folder as `npm install` does, so that tests run what users get
 * instead of the source. Returns the path of the program.
 */
export async function unpackBuiltPackage(folder: string): Promise<string> {
  await run("npm", ["run", "build"], { cwd: checkout });
  const options = ["--ignore-scripts", "--silent", "--pack-destination", folder];
  const { stdout } = await run("npm", ["pack", ...options], { cwd: checkout });
  await mkdir(join(folder, "package"));
  await run("tar", ["-xzf", join(folder, stdout.trim()), "-C", folder]);
  await symlink(join(checkout, "node_modules"), join(folder, "node_modules"));
  return join(folder, "package", manifest.bin.converge);
}
