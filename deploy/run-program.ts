import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

const execute = promisify(execFile);

/**
 * Runs a program to its end and returns its standard output. Throws if it fails, in one line if it is not
 * installed.
 */
export async function runProgram(
  name: string,
  words: readonly string[],
  options: { readonly cwd?: string } = {},
): Promise<string> {
  try {
    const { stdout } = await execute(name, [...words], { ...options, maxBuffer: 64 * 2 ** 20 });
    return stdout;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new Error(`${name} is not installed; packages and images are built on Debian or a derivative`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** Runs two programs, the output of the first being the input of the second. Throws if either fails. */
export async function pipePrograms(
  [from, ...fromWords]: readonly [string, ...string[]],
  [to, ...toWords]: readonly [string, ...string[]],
): Promise<void> {
  const source = spawn(from, fromWords, { stdio: ["ignore", "pipe", "inherit"] });
  const sink = spawn(to, toWords, { stdio: [source.stdout, "ignore", "inherit"] });
  const codes = await Promise.all([source, sink].map(async (child) => once(child, "exit")));
  for (const [index, [code]] of codes.entries()) {
    if (code !== 0) {
      throw new Error(`${index === 0 ? from : to} failed (exit code ${String(code)})`);
    }
  }
}
