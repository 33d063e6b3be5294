import type { Diagnostic, Severity } from "../../object/diagnostic/diagnostic.ts";
import { isRendered, type Origin } from "../../object/diagnostic/source-text.ts";
import { escapeControl } from "../terminal/escape-control.ts";

const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", note: "notice" };

/**
 * Maps a file that was read, or the template of a rendered text, to its path in the repository; returns
 * undefined for anything that is not a file.
 */
export type AnnotatedFile = (file: string) => string | undefined;

/**
 * Formats diagnostics as GitHub Actions workflow commands, which mark the lines of a pull request, one
 * command per line: `::error file=web.yaml,line=12,col=3,title=Cycle::message`. Diagnostics without a place
 * are marked on the run as a whole.
 */
export function formatGithubAnnotations(
  diagnostics: readonly Diagnostic[],
  fileOf: AnnotatedFile = (file) => file,
): string {
  return diagnostics.map((diagnostic) => `${formatAnnotation(diagnostic, fileOf)}\n`).join("");
}

/** An annotation. */
export interface Mark extends Pick<Diagnostic, "severity" | "message"> {
  readonly title: string;
  readonly origin: Origin | undefined;
}

function formatAnnotation({ code, ...diagnostic }: Diagnostic, fileOf: AnnotatedFile): string {
  const { severity, message, origin } = diagnostic;
  return githubAnnotation({ severity, message, origin, title: code }, fileOf);
}

/** Formats one workflow command, without a line break. */
export function githubAnnotation(
  { title, severity, message, origin }: Mark,
  fileOf: AnnotatedFile = (file) => file,
): string {
  const properties = [...placeOf(origin, fileOf), property("title", title)].join(",");
  return `::${commands[severity]} ${properties}::${escapeMessage(message)}`;
}

function placeOf(origin: Origin | undefined, fileOf: AnnotatedFile): readonly string[] {
  const file = origin && fileOf(origin.file);
  if (origin === undefined || file === undefined) {
    return [];
  }
  if (isRendered(origin.file)) {
    // The line number refers to the rendered text, not to the template.
    return [property("file", file)];
  }
  const column = origin.column === undefined ? [] : [`col=${origin.column}`];
  return [property("file", file), `line=${origin.line}`, ...column];
}

function property(name: string, value: string): string {
  return `${name}=${escapeMessage(value).replaceAll(":", "%3A").replaceAll(",", "%2C")}`;
}

/**
 * Escapes a message for the runner, whose log is a terminal too: line breaks become percent codes, other
 * control characters are escaped visibly.
 */
function escapeMessage(text: string): string {
  return text.replaceAll("%", "%25").split(/\r?\n/).map(escapeControl).join("%0A");
}
