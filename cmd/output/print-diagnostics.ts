import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import { workspacePath } from "./workspace-path.ts";
import { type ColorMode, wantsColor } from "../host/color.ts";
import type { Output, Host } from "../host/host.ts";

/** What diagnostics are shown with. */
export interface PrintOptions {
  readonly sources: readonly SourceText[];
  readonly flags: { readonly color: ColorMode };
  readonly shell: Host;
}

/**
 * For people, and in GitHub Actions also as annotations of the changed files. The runner reads both outputs
 * for these.
 */
export async function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  { flags, shell, ...showing }: PrintOptions,
): Promise<void> {
  if (diagnostics.length === 0) {
    return;
  }
  const { formatDiagnostics } = await import("../../lib/report/diagnostics/diagnostics.ts");
  const sources = new Map(showing.sources.map((source) => [source.name, source]));
  const color = wantsColor(flags.color, shell.stderr, shell);
  writeText(shell.stderr, formatDiagnostics(diagnostics, { sources, color }));
  if (shell.env["GITHUB_ACTIONS"] === "true") {
    const { formatGithubAnnotations } = await import("../../lib/report/diagnostics/github-annotations.ts");
    writeText(shell.stderr, formatGithubAnnotations(diagnostics, workspacePath(shell)));
  }
}

/** A text ends with its line, whatever made it. */
export function writeText(output: Output, text: string): void {
  output.write(text.endsWith("\n") ? text : `${text}\n`);
}
