import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import { workspacePath } from "./workspace-path.ts";
import { type ColorMode, wantsColor } from "../host/color.ts";
import type { Output, Host } from "../host/host.ts";

/** Options for printing diagnostics. */
export interface PrintOptions {
  readonly sources: readonly SourceText[];
  readonly flags: { readonly color: ColorMode };
  readonly host: Host;
}

/**
 * Prints diagnostics for users, and in GitHub Actions also as annotations of the changed files, which the
 * runner reads from both outputs.
 */
export async function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  { flags, host, ...showing }: PrintOptions,
): Promise<void> {
  if (diagnostics.length === 0) {
    return;
  }
  const { formatDiagnostics } = await import("../../lib/report/diagnostics/diagnostics.ts");
  const sources = new Map(showing.sources.map((source) => [source.name, source]));
  const color = wantsColor(flags.color, host.stderr, host);
  writeText(host.stderr, formatDiagnostics(diagnostics, { sources, color }));
  if (host.env["GITHUB_ACTIONS"] === "true") {
    const { formatGithubAnnotations } = await import("../../lib/report/diagnostics/github-annotations.ts");
    writeText(host.stderr, formatGithubAnnotations(diagnostics, workspacePath(host)));
  }
}

/** Writes a text, ending with a line break. */
export function writeText(output: Output, text: string): void {
  output.write(text.endsWith("\n") ? text : `${text}\n`);
}
