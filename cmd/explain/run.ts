import { readFile } from "node:fs/promises";

import { didYouMean } from "../../lib/object/diagnostic/suggestion.ts";
import { truncateWord } from "../../lib/object/message-text.ts";
import type { CodeEntry } from "../../lib/report/diagnostics/code-reference.ts";
import { type ColorMode, wantsColor } from "../host/color.ts";
import { type ExitCode, exitCodes, UsageError } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";

/** The flags of `explain`. */
export interface ExplainFlags {
  readonly output: "text" | "json";
  readonly color: ColorMode;
}

/** The page of the docs, which the package contains. Bundled code is as deep in the package as the source. */
const page = new URL("../../docs/reference/diagnostics.md", import.meta.url);

/** Explains a code, or lists all of them. Throws a UsageError if there is no such code. */
export async function runExplain(
  code: string | undefined,
  { output, color }: ExplainFlags,
  host: Host,
): Promise<ExitCode> {
  const { readCodeReference } = await import("../../lib/report/diagnostics/code-reference.ts");
  const { codeJson, codeList, codeListJson, codeText } =
    await import("../../lib/report/diagnostics/code-text.ts");
  const entries = readCodeReference(await readFile(page, "utf8"));
  const { stdout } = host;
  const style = { color: wantsColor(color, stdout, host), width: stdout.width };
  if (code === undefined) {
    stdout.write(output === "json" ? codeListJson(entries) : codeList(entries, style));
  } else {
    const entry = findEntry(code, entries);
    stdout.write(output === "json" ? codeJson(entry) : codeText(entry, style));
  }
  return exitCodes.converged;
}

function findEntry(code: string, entries: readonly CodeEntry[]): CodeEntry {
  const wanted = code.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const entry = entries.find((each) => each.code.toLowerCase() === wanted);
  if (entry === undefined) {
    const codes = entries.map((each) => each.code);
    throw new UsageError(
      `there is no diagnostic code "${truncateWord(code)}"${didYouMean(code, codes) || ": `converge explain` lists all"}`,
    );
  }
  return entry;
}
