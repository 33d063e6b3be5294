import { CommanderError } from "commander";

import { escapeControl } from "../lib/report/terminal/escape-control.ts";
import { exitCodes, UsageError } from "./host/exit-code.ts";
import { buildProgram } from "./program.ts";
import { readRequest } from "./read-request.ts";
import type { Host } from "./host/host.ts";

/** Runs one command line (without the program's own name) and returns its exit code. It never throws. */
export async function run(words: readonly string[], host: Host): Promise<number> {
  let exitCode: number = exitCodes.converged;
  try {
    if (words[0] === "__complete") {
      const { completeNames } = await import("./completion/complete-names.ts");
      return await completeNames(words.slice(1), host, run);
    }
    const program = buildProgram(
      host,
      (code) => {
        exitCode = code;
      },
      words,
    );
    await program.parseAsync(readRequest(words, program), { from: "user" });
    return exitCode;
  } catch (error) {
    return reportFailure(error, host);
  }
}

/** Messages may quote a manifest or the command line, and are escaped for the terminal. */
function reportFailure(error: unknown, host: Host): number {
  if (error instanceof CommanderError) {
    // Commander has already reported the error; help and version arrive here too, with 0.
    return error.exitCode === 0 ? exitCodes.converged : exitCodes.invalid;
  }
  if (error instanceof UsageError) {
    for (const message of [error.message, ...error.others]) {
      host.stderr.write(`error: ${escapeControl(message)}\n`);
    }
    return exitCodes.invalid;
  }
  const fact = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const [firstLine] = fact.split("\n");
  host.stderr.write(
    `error: this is a bug in converge, please report it with the command you ran: ${escapeControl(firstLine ?? "")} (CONVERGE_DEBUG=1 prints the stack)\n`,
  );
  if (host.env["CONVERGE_DEBUG"] === "1" && error instanceof Error) {
    const trace = (error.stack ?? "").split("\n").map(escapeControl);
    host.stderr.write(`${trace.join("\n")}\n`);
  }
  return exitCodes.failed;
}
