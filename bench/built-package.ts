import { execFile } from "node:child_process";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const checkout = fileURLToPath(new URL("..", import.meta.url));

/**
 * Builds the package and unpacks it in the folder, as `npm install` would leave it: what is measured is what a
 * user gets, not the source. Returns the path of the program.
 */
export async function unpackBuiltPackage(folder: string): Promise<string> {
  await run("npm", ["run", "build"], { cwd: checkout });
  const options = ["--ignore-scripts", "--silent", "--pack-destination", folder];
  const { stdout } = await run("npm", ["pack", ...options], { cwd: checkout });
  await mkdir(join(folder, "package"));
  await run("tar", ["-xzf", join(folder, stdout.trim()), "-C", folder]);
  await symlink(join(checkout, "node_modules"), join(folder, "node_modules"));
  const manifest: unknown = JSON.parse(await readFile(join(folder, "package/package.json"), "utf8"));
  return join(folder, "package", programOf(manifest));
}

function programOf(manifest: unknown): string {
  const text = JSON.stringify(manifest);
  const program = /"bin":\{"converge":"([^"]+)"\}/.exec(text)?.[1];
  if (program === undefined) {
    throw new Error("the package has no program named converge");
  }
  return program;
}
