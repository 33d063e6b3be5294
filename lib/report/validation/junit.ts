import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { findingsByObject, type Validation } from "./validation.ts";

interface Case {
  readonly name: string;
  readonly file: string;
  readonly findings: readonly Diagnostic[];
  /** The reason why its fields were not checked; undefined if they were. */
  readonly unchecked: string | undefined;
}

/**
 * Formats a validation as JUnit XML: a suite for each file, a case for each object, a failure for each object
 * with an error. Warnings and notes are in `system-out` of their case; an object whose fields are not checked
 * is skipped. An unreadable object is a case too, named after the place where it begins; so are findings
 * about no object.
 */
export function formatJunit(validation: Validation): string {
  const cases = casesOf(validation);
  const suites = [...Map.groupBy(cases, ({ file }) => file)].map(([file, inFile]) => suite(file, inFile));
  const counts = countsOf(cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="converge validate" ${counts}>`,
    ...suites,
    "</testsuites>",
    "",
  ].join("\n");
}

function casesOf(validation: Validation): readonly Case[] {
  const byObject = findingsByObject(validation);
  const why = validation.fieldsIgnored ? "fields are ignored" : "no schema for its kind";
  const objects = validation.objects.map(({ ref, origin, checked }) => ({
    name: ref,
    unchecked: checked ? undefined : why,
    file: origin.file,
    findings: byObject.get(ref) ?? [],
  }));
  const unreadable = validation.unreadable.map(({ origin, faults }) => ({
    name: formatOrigin({ file: origin.file, line: origin.line }),
    unchecked: undefined,
    file: origin.file,
    findings: faults,
  }));
  const accounted = new Set(unreadable.flatMap(({ findings }) => findings));
  const others = (byObject.get(undefined) ?? []).filter((finding) => !accounted.has(finding));
  return [...objects, ...unreadable, ...caseByPlace(others)];
}

/** Creates a case for each place of findings about no object of the set. */
function caseByPlace(findings: readonly Diagnostic[]): readonly Case[] {
  const places = Map.groupBy(
    findings,
    ({ ref, origin }) => ref ?? (origin ? formatOrigin(origin) : wholeSet),
  );
  return [...places].map(([name, found]) => ({
    name,
    unchecked: undefined,
    file: found[0]?.origin?.file ?? wholeSet,
    findings: found,
  }));
}

const wholeSet = "the set";

function countsOf(cases: readonly Case[]): string {
  const failures = cases.filter(({ findings }) => findings.some(isError)).length;
  const skipped = cases.filter(isSkipped).length;
  return `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
}

function isSkipped({ unchecked, findings }: Case): boolean {
  return unchecked !== undefined && !findings.some(isError);
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function suite(file: string, cases: readonly Case[]): string {
  const written = cases.flatMap((one) => writeCase(one));
  return [`  <testsuite name="${escape(file)}" ${countsOf(cases)}>`, ...written, "  </testsuite>"].join("\n");
}

function writeCase(one: Case): readonly string[] {
  const { name, file, findings, unchecked = "" } = one;
  const head = `    <testcase name="${escape(name)}" classname="${escape(file)}"`;
  const skipped = isSkipped(one) ? [`      <skipped message="${unchecked}"/>`] : [];
  if (findings.length === 0 && skipped.length === 0) {
    return [`${head}/>`];
  }
  const errors = findings.filter(isError);
  const rest = findings.filter((finding) => !isError(finding));
  return [`${head}>`, ...failure(errors), ...skipped, ...output(rest), "    </testcase>"];
}

/**
 * Creates one failure per case, as readers of the format expect: its message is the first error, its text
 * contains all.
 */
function failure(errors: readonly Diagnostic[]): readonly string[] {
  const [first] = errors;
  if (first === undefined) {
    return [];
  }
  const lines = errors.map((error) => escape(line(error))).join("\n");
  return [
    `      <failure type="${escape(first.code)}" message="${escape(first.message)}">${lines}</failure>`,
  ];
}

function output(findings: readonly Diagnostic[]): readonly string[] {
  const lines = findings.map((finding) => escape(line(finding))).join("\n");
  return findings.length === 0 ? [] : [`      <system-out>${lines}</system-out>`];
}

function line({ code, severity, message, origin }: Diagnostic): string {
  const place = origin === undefined ? "" : `${formatOrigin(origin)}: `;
  return `${place}${severity}: ${message} [${code}]`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // No XML 1.0 text holds these two, not even as references (https://www.w3.org/TR/xml/#charsets).
  "\uFFFE": "\\ufffe",
  "\uFFFF": "\\uffff",
};

/** Escapes first the characters that XML cannot represent. */
function escape(text: string): string {
  return escapeControl(text).replaceAll(
    /[&<>"\uFFFE\uFFFF]/g,
    (character) => entities[character] ?? character,
  );
}
