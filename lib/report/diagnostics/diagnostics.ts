import type { Diagnostic, Related, Severity } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin, type Origin, type SourceText } from "../../object/diagnostic/source-text.ts";
import { nameSet } from "../../object/object-name.ts";
import { count } from "../../object/message-text.ts";
import { type Page, formatExcerpt } from "./code-frame.ts";
import { makePaint, type Colorize } from "../terminal/terminal-color.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { quotableText } from "../../redact/decrypted-values.ts";
import { showLines, type ShownLine } from "../../redact/redact-lines.ts";

/** The sources to quote lines from, and whether to use colours. */
export interface DiagnosticStyle {
  readonly sources: ReadonlyMap<string, SourceText>;
  readonly color: boolean;
}

/**
 * Formats every diagnostic with the line it is about, and a count at the end; empty if there are none.
 *
 *     web.yaml:7:38: error: Deployment/web depends on /namespaces/shop/ConfigMap/env, which is not in the set; add it to the set, or wait for it in the cluster with --external-deps=wait [DependsOnExternal]
 *         7 |     config.kubernetes.io/depends-on: /namespaces/shop/ConfigMap/env
 *           |                                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
 *
 *     1 error
 *
 * A fault that more than three objects share is shown for the first of them, with the names of the others. Of
 * more than 100 with the same code and severity only 20 are shown, with the number of the rest. Values of
 * Secrets are masked, control characters escaped.
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], style: DiagnosticStyle): string {
  if (diagnostics.length === 0) {
    return "";
  }
  const { nameOf } = nameSet(diagnostics.flatMap(({ ref }) => ref ?? []));
  const page: NamedPage = { paint: makePaint(style.color), linesOf: lineReader(style.sources), nameOf };
  const blocks = foldAlike(diagnostics).flatMap(({ shown, more }) => [
    ...shown.map((diagnostic) => formatDiagnostic(diagnostic, page)),
    ...(more === undefined ? [] : [formatFolded(more, page.paint)]),
  ]);
  return `${[...blocks, summary(diagnostics, page.paint)].join("\n\n")}\n`;
}

interface NamedPage extends Page {
  readonly nameOf: (key: string) => string;
}

/**
 * Returns the message with the object that it begins with named as in other text. References inside of a
 * message stay: they quote annotations, or are to be copied there.
 */
export function namedMessage({ ref, message }: Diagnostic, nameOf: (key: string) => string): string {
  const isNamed = ref !== undefined && message.startsWith(ref) && /^[ :]/.test(message.slice(ref.length));
  return isNamed ? `${nameOf(ref)}${message.slice(ref.length)}` : message;
}

/** Up to this many diagnostics of one code and severity are shown one by one; of more, only the first few. */
const manyAlike = 100;
const shownAlike = 20;

/**
 * Up to this many objects with the same fault are shown one by one; of more, the first and the names of the
 * others.
 */
const manySame = 3;

/** Codes reported once although their messages differ from edge to edge. */
const reportedOnce: ReadonlySet<string> = new Set(["EdgeGivenUp"]);

/** Diagnostics that are shown, and the ones folded behind them. */
interface Shown {
  readonly shown: readonly Diagnostic[];
  readonly more?: { readonly words: string; readonly code: string };
}

function kindOf({ severity, code }: Diagnostic): string {
  return `${severity} ${code}`;
}

/**
 * Returns a key shared by diagnostics that say the same of their objects; undefined for one without an
 * object.
 */
function faultOf(diagnostic: Diagnostic): string | undefined {
  const { code, ref, message } = diagnostic;
  if (ref === undefined) {
    return undefined;
  }
  return reportedOnce.has(code)
    ? kindOf(diagnostic)
    : `${kindOf(diagnostic)} ${message.replaceAll(ref, "*")}`;
}

/**
 * Folds diagnostics with the same fault behind the first of them; for many with one code, puts the number of
 * the rest behind the last one shown.
 */
function foldAlike(diagnostics: readonly Diagnostic[]): readonly Shown[] {
  const same = foldSame(diagnostics);
  const alike = Map.groupBy(same, ({ first }) => kindOf(first));
  const seen = new Map<string, number>();
  return same.map(({ first, more }) => {
    const kind = kindOf(first);
    const amount = alike.get(kind)?.length ?? 0;
    const number = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, number);
    if (amount <= manyAlike || number < shownAlike) {
      return { shown: [first], ...(more === undefined ? {} : { more: { words: more, code: first.code } }) };
    }
    const rest = { words: `${amount - shownAlike} more`, code: first.code };
    return number === shownAlike ? { shown: [first], more: rest } : { shown: [] };
  });
}

interface SameFault {
  readonly first: Diagnostic;
  /** `50 more: Deployment/b, …`. */
  readonly more?: string;
}

function foldSame(diagnostics: readonly Diagnostic[]): readonly SameFault[] {
  const same = Map.groupBy(diagnostics, (each) => faultOf(each) ?? each);
  return [...same.values()].flatMap((group): readonly SameFault[] => {
    const objects = new Set(group.map(({ ref }) => ref));
    const [first] = group;
    return first === undefined || objects.size <= manySame
      ? group.map((each) => ({ first: each }))
      : [{ first, more: namesOf(group) }];
  });
}

/** The maximum number of names listed; more are only counted. */
const shownNames = 50;

function namesOf([first, ...others]: readonly Diagnostic[]): string {
  const keys = [...new Set(others.map(({ ref = "" }) => ref))].filter((ref) => ref !== first?.ref);
  const rest = keys.length - shownNames;
  const { nameOf } = nameSet([...keys, first?.ref ?? ""]);
  const shown = keys.slice(0, shownNames).map((key) => nameOf(key));
  return `${keys.length} more: ${shown.join(", ")}${rest > 0 ? ` and ${rest} others` : ""}`;
}

function formatFolded({ words, code }: { words: string; code: string }, paint: Colorize): string {
  return `… and ${escapeControl(words)} ${paint("faint", `[${code}]`)}`;
}

/** Splits each source once, and only sources with a diagnostic. */
function lineReader(sources: ReadonlyMap<string, SourceText>): Page["linesOf"] {
  const read = new Map<string, readonly ShownLine[]>();
  return (file) => {
    const source = sources.get(file);
    const lines = read.get(file) ?? (source && showLines(quotableText(source)));
    if (lines !== undefined) {
      read.set(file, lines);
    }
    return lines;
  };
}

function formatDiagnostic(diagnostic: Diagnostic, page: NamedPage): string {
  const { code, severity, origin, related = [] } = diagnostic;
  const { paint } = page;
  const head = `${formatPlace(origin, paint)}${paint(severity, `${severity}:`)} ${escapeControl(namedMessage(diagnostic, page.nameOf))} ${paint("faint", `[${code}]`)}`;
  return [
    head,
    ...formatExcerpt(origin, severity, page),
    ...related.flatMap((place) => formatRelated(place, page)),
  ].join("\n");
}

function formatRelated(related: Related, page: Page): readonly string[] {
  const place = formatPlace(related.origin, page.paint);
  return [`  ${place}${escapeControl(related.message)}`, ...formatExcerpt(related.origin, "note", page)];
}

function formatPlace(origin: Origin | undefined, paint: Colorize): string {
  return origin === undefined ? "" : `${paint("strong", escapeControl(formatOrigin(origin)))}: `;
}

function summary(diagnostics: readonly Diagnostic[], paint: Colorize): string {
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
