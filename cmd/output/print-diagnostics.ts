import { join, relative, resolve, sep } from "node:path";

import type { Diagnostic } from "../../lib/object/diagnostic/diagnostic.ts";
import { type SourceText, isRendered, templateOf } from "../../lib/object/diagnostic/source-text.ts";
import { type ColorMode, wantsColor } from "../host/color.ts";
import type { Output, Host } from "../host/host.ts";
import { standardInput } from "../../lib/source/source-location.ts";
import type { QuietFlags } from "../flags/quiet-flag.ts";
import type { AnnotatedFile } from "../../lib/report/diagnostics/github-annotations.ts";
import { kustomizationFiles } from "../../lib/render/renderable.ts";

/** Options for printing diagnostics. */
export interface PrintOptions {
  readonly sources: readonly SourceText[];
  readonly flags: QuietFlags & { readonly color: ColorMode };
  readonly host: Host;
}

/** Notes on what may differ the next time: no other plan has them. */
const notesOfRuns: ReadonlySet<string> = new Set(["LookupAnswered", "ChartFetched"]);

/** Removes notes, which are for readers of a plan, except those on what was read from elsewhere. */
export function withoutNotes(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ severity, code }) => severity !== "note" || notesOfRuns.has(code));
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
  if (flags.quiet !== true) {
    hintAtExplain(diagnostics, host);
  }
  if (host.env["GITHUB_ACTIONS"] === "true") {
    const { formatGithubAnnotations } = await import("../../lib/report/diagnostics/github-annotations.ts");
    writeText(host.stderr, formatGithubAnnotations(diagnostics, workspacePath(host)));
  }
}

/**
 * Names the command that explains the first error, or else the first warning, for people: on a terminal or in
 * the log of CI.
 */
export function hintAtExplain(
  diagnostics: readonly Diagnostic[],
  { stderr, env }: Pick<Host, "stderr" | "env">,
): void {
  const found = (["error", "warning"] as const)
    .map((severity) => diagnostics.find((each) => each.severity === severity))
    .find((each) => each !== undefined);
  if (found !== undefined && (stderr.isTerminal || (env["CI"] ?? "") !== "")) {
    const article = found.severity === "error" ? "an" : "a";
    stderr.write(`For more information about ${article} ${found.severity}: converge explain ${found.code}\n`);
  }
}

/** Writes a text, ending with a line break. */
export function writeText(output: Output, text: string): void {
  output.write(text.endsWith("\n") ? text : `${text}\n`);
}

/**
 * Returns the name of a file in GitHub Actions: its path in the workspace, wherever converge runs in it. For
 * rendered text it is that of the template, or of the kustomization itself. Undefined for standard input;
 * outside of the workspace it is the given name.
 */
export function workspacePath({ env, exists }: Pick<Host, "env" | "exists">): AnnotatedFile {
  const workspace = env["GITHUB_WORKSPACE"] ?? "";
  return (name) => {
    const file = isRendered(name) ? sourceOf(templateOf(name), exists) : name;
    if (file === undefined || file === standardInput.name) {
      return undefined;
    }
    const path = workspace === "" ? file : relative(workspace, resolve(file));
    return path === ".." || path.startsWith(`..${sep}`) ? file : path;
  };
}

/**
 * Returns the file in the repository that a text was rendered from; for a template in an archive, the
 * archive.
 */
function sourceOf(template: string, exists: Host["exists"]): string | undefined {
  const [archive = template] = /^.*?\.(?:tgz|tar\.gz)(?=\/)/.exec(template) ?? [];
  const candidates = [...kustomizationFiles.map((name) => join(archive, name)), archive];
  return candidates.find(exists);
}
