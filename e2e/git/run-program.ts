import { spawn } from "node:child_process";

/** The environment of a program of a test. */
export interface Run {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end and returns its output, trimmed. Throws an Error with its error output if it
 * fails.
 */
export async function runProgram(
  program: string,
  words: readonly string[],
  { input = "", env = {} }: Run = {},
): Promise<string> {
  const child = spawn(program, words, { env: { ...plainEnv, ...env } });
  const output: Buffer[] = [];
  const said: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => output.push(piece));
  child.stderr.on("data", (piece: Buffer) => said.push(piece));
  child.stdin.on("error", () => {}).end(input);
  const exit = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? -1));
  });
  if (exit !== 0) {
    throw new Error(`${program} ${words.join(" ")}: ${Buffer.concat(said).toString("utf8").trim()}`);
  }
  return Buffer.concat(output).toString("utf8").trim();
}

/** Excludes the user's configuration. */
export const plainEnv: Readonly<Record<string, string>> = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  LC_ALL: "C",
};
