import type { Diagnostic, Severity } from "../object/diagnostic.ts";
import { printable } from "./printable.ts";

const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", note: "notice" };

/**
 * Diagnostics as GitHub Actions takes them to mark the lines of a pull request, one workflow command a line:
 * `::error file=web.yaml,line=12,col=3,title=Cycle::message`. What has no place is marked on the run as a whole.
 */
export function formatGithubAnnotations(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${formatAnnotation(diagnostic)}\n`).join("");
}

function formatAnnotation({ code, severity, message, origin }: Diagnostic): string {
  const place = origin === undefined ? [] : [property("file", origin.file), `line=${origin.line}`];
  const column = origin?.column === undefined ? [] : [`col=${origin.column}`];
  const properties = [...place, ...column, property("title", code)].join(",");
  return `::${commands[severity]} ${properties}::${escapeMessage(message)}`;
}

function property(name: string, value: string): string {
  return `${name}=${escapeMessage(value).replaceAll(":", "%3A").replaceAll(",", "%2C")}`;
}

/** As the runner decodes it, whose log is a terminal too: line breaks as percent codes, other control characters in writing. */
function escapeMessage(text: string): string {
  return text.replaceAll("%", "%25").split(/\r?\n/).map(printable).join("%0A");
}
