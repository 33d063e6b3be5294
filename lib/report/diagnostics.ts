import type { Diagnostic, Related, Severity } from "../object/diagnostic.ts";
import { formatOrigin, type Origin, type SourceText } from "../object/source-text.ts";
import { count } from "./count.ts";
import { makeExcerpt } from "./excerpt.ts";
import { makePaint, type Paint } from "./paint.ts";
import { printable } from "./printable.ts";
import { showLines, type ShownLine } from "./secret-lines.ts";

/** Where the source lines come from, and whether the output shows colours. */
export interface DiagnosticStyle {
  readonly sources: ReadonlyMap<string, SourceText>;
  readonly color: boolean;
}

/**
 * Every finding with the line it speaks of, and a count at the end; empty where there is none.
 *
 *     web.yaml:7:38: error: apps/namespaces/shop/Deployment/web depends on /namespaces/shop/ConfigMap/env, which is not in the set; add it to the set, or wait for it in the cluster with --external-deps=wait [DependsOnExternal]
 *         7 |     config.kubernetes.io/depends-on: /namespaces/shop/ConfigMap/env
 *           |                                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
 *
 *     1 error
 *
 * Of more than 100 of one code and severity only 20 are shown, and the number of the rest. Values of Secrets are masked,
 * control characters written out.
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], style: DiagnosticStyle): string {
  if (diagnostics.length === 0) {
    return "";
  }
  const page: Page = { paint: makePaint(style.color), linesOf: lineReader(style.sources) };
  const blocks = foldAlike(diagnostics).flatMap(({ shown, more }) => [
    ...shown.map((diagnostic) => formatDiagnostic(diagnostic, page)),
    ...(more === undefined ? [] : [formatFolded(more, page.paint)]),
  ]);
  return `${[...blocks, summary(diagnostics, page.paint)].join("\n\n")}\n`;
}

/** So many findings of one code and severity are shown one by one; of more, only the first few. */
const manyAlike = 100;
const shownAlike = 20;

/** A finding that is shown, or none, and what is folded where it stands. */
interface Shown {
  readonly shown: readonly Diagnostic[];
  readonly more?: { readonly amount: number; readonly code: string };
}

function kindOf({ severity, code }: Diagnostic): string {
  return `${severity} ${code}`;
}

/** The number of those that are folded stands behind the last one that is shown of them. */
function foldAlike(diagnostics: readonly Diagnostic[]): readonly Shown[] {
  const alike = Map.groupBy(diagnostics, kindOf);
  const seen = new Map<string, number>();
  return diagnostics.map((diagnostic) => {
    const kind = kindOf(diagnostic);
    const amount = alike.get(kind)?.length ?? 0;
    const number = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, number);
    if (amount <= manyAlike || number < shownAlike) {
      return { shown: [diagnostic] };
    }
    const more = { amount: amount - shownAlike, code: diagnostic.code };
    return number === shownAlike ? { shown: [diagnostic], more } : { shown: [] };
  });
}

function formatFolded({ amount, code }: { amount: number; code: string }, paint: Paint): string {
  return `… and ${amount} more ${paint("faint", `[${code}]`)}`;
}

/** What a block is written with. */
interface Page {
  readonly paint: Paint;
  readonly linesOf: (file: string) => readonly ShownLine[] | undefined;
}

/** Splits each source once, and only those that have a finding. */
function lineReader(sources: ReadonlyMap<string, SourceText>): Page["linesOf"] {
  const read = new Map<string, readonly ShownLine[]>();
  return (file) => {
    const source = sources.get(file);
    const lines = read.get(file) ?? (source && showLines(source.text));
    if (lines !== undefined) {
      read.set(file, lines);
    }
    return lines;
  };
}

function formatDiagnostic(diagnostic: Diagnostic, page: Page): string {
  const { code, severity, message, origin, related = [] } = diagnostic;
  const { paint } = page;
  const head = `${formatPlace(origin, paint)}${paint(severity, `${severity}:`)} ${printable(message)} ${paint("faint", `[${code}]`)}`;
  return [
    head,
    ...formatExcerpt(origin, severity, page),
    ...related.flatMap((place) => formatRelated(place, page)),
  ].join("\n");
}

function formatRelated(related: Related, page: Page): readonly string[] {
  const place = formatPlace(related.origin, page.paint);
  return [`  ${place}${printable(related.message)}`, ...formatExcerpt(related.origin, "note", page)];
}

function formatPlace(origin: Origin | undefined, paint: Paint): string {
  return origin === undefined ? "" : `${paint("strong", printable(formatOrigin(origin)))}: `;
}

function formatExcerpt(origin: Origin | undefined, tone: Severity, page: Page): readonly string[] {
  const shown = origin && page.linesOf(origin.file)?.[origin.line - 1];
  if (origin === undefined || shown === undefined) {
    return [];
  }
  const { line, squiggle } = makeExcerpt(shown, origin);
  const bar = page.paint("faint", "|");
  const number = page.paint("faint", String(origin.line).padStart(5));
  const under = squiggle === "" ? [] : [`      ${bar} ${underline(squiggle, tone, page.paint)}`];
  return [`${number} ${bar} ${line}`, ...under];
}

function underline(squiggle: string, tone: Severity, paint: Paint): string {
  const start = squiggle.indexOf("^");
  return squiggle.slice(0, start) + paint(tone, squiggle.slice(start));
}

function summary(diagnostics: readonly Diagnostic[], paint: Paint): string {
  const severities: readonly Severity[] = ["error", "warning", "note"];
  return severities
    .map((severity) => ({
      severity,
      amount: diagnostics.filter((each) => each.severity === severity).length,
    }))
    .filter(({ amount }) => amount > 0)
    .map(({ severity, amount }) => paint(severity, count(amount, severity)))
    .join(", ");
}
