/** The go command, with which the programs for tests are built. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { CannotStart } from "./cannot-start.ts";

/**
 * Modules are built by their own go.mod, without settings of the user; a newer Go that one needs is fetched.
 */
function environment(): NodeJS.ProcessEnv {
  return { GOTOOLCHAIN: "auto", ...process.env, GOWORK: "off", GOFLAGS: "", CGO_ENABLED: "0" };
}

/**
 * Runs go in the folder of a module, with more variables, and returns its output. Throws {@link CannotStart}
 * if it fails.
 */
export async function runGo(
  folder: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...environment(), ...variables };
  const child = spawn("go", words, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  const trouble: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => trouble.push(text));
  await once(child, "close");
  if (child.exitCode !== 0) {
    throw new CannotStart(`go ${words.join(" ")} failed:\n${trouble.join("").trim()}`);
  }
  return output.join("");
}

/**
 * The version of Go that a module needs and that is missing here, as a phrase: `Go 1.26 or later (found
 * 1.22.1)`. Undefined if go can build the module. Since Go 1.21 an older go fetches the version of the go.mod
 * itself.
 */
export function missingGo(folder: string): string | undefined {
  const [, needed = ""] = /^go (\d+\.\d+)/m.exec(readFileSync(join(folder, "go.mod"), "utf8")) ?? [];
  const found = versionIn(folder, {}) ?? versionIn(folder, { GOTOOLCHAIN: "local" });
  if (found !== undefined && isAtLeast(found, needed)) {
    return undefined;
  }
  return `Go ${needed} or later (found ${found ?? "none"})`;
}

function versionIn(folder: string, settings: Readonly<Record<string, string>>): string | undefined {
  const env = { ...environment(), ...settings };
  const { stdout, error } = spawnSync("go", ["version"], { cwd: folder, env, encoding: "utf8" });
  return error === undefined ? /\bgo(\d+\.\d+(?:\.\d+)?)/.exec(stdout)?.[1] : undefined;
}

function isAtLeast(found: string, needed: string): boolean {
  const [major = 0, minor = 0] = found.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed.split(".").map(Number);
  return major > neededMajor || (major === neededMajor && minor >= neededMinor);
}
