import type { Diagnostic } from "../../object/diagnostic.ts";
import { formatOrigin } from "../../object/source-text.ts";
import { printable } from "../printable.ts";
import { findingsByObject, type Validation } from "./validation.ts";

interface Case {
  readonly name: string;
  readonly file: string;
  readonly findings: readonly Diagnostic[];
  readonly checked: boolean;
}

/**
 * A validation as JUnit's XML: a suite for each file, a case for each object, a failure for each that has an error. Warnings and notes
 * stand in `system-out` of their case; an object whose kind is not known is skipped. What speaks of no object is a case of its own, named after its code.
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
  const objects = validation.objects.map(({ ref, origin, checked }) => ({
    name: ref,
    checked,
    file: origin.file,
    findings: byObject.get(ref) ?? [],
  }));
  const others = (byObject.get(undefined) ?? []).map((finding) => ({
    name: finding.code,
    checked: true,
    file: finding.origin?.file ?? "the set",
    findings: [finding],
  }));
  return [...objects, ...others];
}

function countsOf(cases: readonly Case[]): string {
  const failures = cases.filter(({ findings }) => findings.some(isError)).length;
  const skipped = cases.filter(isSkipped).length;
  return `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
}

function isSkipped({ checked, findings }: Case): boolean {
  return !checked && !findings.some(isError);
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function suite(file: string, cases: readonly Case[]): string {
  const written = cases.flatMap((one) => writeCase(one));
  return [`  <testsuite name="${escape(file)}" ${countsOf(cases)}>`, ...written, "  </testsuite>"].join("\n");
}

function writeCase(one: Case): readonly string[] {
  const { name, file, findings } = one;
  const head = `    <testcase name="${escape(name)}" classname="${escape(file)}"`;
  const skipped = isSkipped(one) ? ['      <skipped message="no definition of its kind is known"/>'] : [];
  if (findings.length === 0 && skipped.length === 0) {
    return [`${head}/>`];
  }
  const errors = findings.filter(isError);
  const rest = findings.filter((finding) => !isError(finding));
  return [`${head}>`, ...failure(errors), ...skipped, ...output(rest), "    </testcase>"];
}

/** One failure a case, as readers of the format expect: its message is the first error, its text holds all. */
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
};

/** Characters that XML has no way to write are written out first. */
function escape(text: string): string {
  return printable(text).replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
