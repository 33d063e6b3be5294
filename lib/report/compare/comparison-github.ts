import type { SetComparison } from "../../compare/set-comparison.ts";
import type { ObjectNames } from "../../object/object-name.ts";
import { type AnnotatedFile, githubAnnotation, type Mark } from "../diagnostics/github-annotations.ts";
import { comparisonSections, namesOf, uncomparedLine } from "./comparison-sections.ts";
import { comparisonHeadline } from "./headline.ts";
import { effectNotes } from "./object-diffs.ts";

/**
 * Formats a comparison as GitHub Actions workflow commands: what needs a decision at the lines of the head,
 * and the headline for the whole run.
 */
export function comparisonGithub(comparison: SetComparison, fileOf: AnnotatedFile): string {
  return marksText([headlineMark(comparisonHeadline(comparison)), ...comparisonMarks(comparison)], fileOf);
}

/** Formats marks, one line each. */
export function marksText(marks: readonly Mark[], fileOf: AnnotatedFile): string {
  return marks.map((mark) => `${githubAnnotation(mark, fileOf)}\n`).join("");
}

/** Returns the mark with the headline, for the whole run. */
export function headlineMark(message: string): Mark {
  return { title: "converge compare", severity: "note", message, origin: undefined };
}

/** Returns what needs a decision. */
export function comparisonMarks(comparison: SetComparison): readonly Mark[] {
  const names = namesOf(comparison);
  return [
    ...comparison.uncompared.map((one): Mark => ({
      title: "Not compared",
      severity: "warning",
      message: uncomparedLine(one),
      origin: { file: one.path, line: 1 },
    })),
    ...objectMarks(comparison, names),
    ...definitionMarks(comparison, names),
    ...permissionMarks(comparison, names),
    ...comparison.findings.map(({ code, severity, message, origin }): Mark => ({
      title: code,
      severity,
      message,
      origin,
    })),
  ];
}

/** A removed object has no line in the head. */
function objectMarks({ objects }: SetComparison, names: ObjectNames): readonly Mark[] {
  return objects.flatMap((object): readonly Mark[] => {
    const { effect, origin } = object;
    const name = names.nameAlone(object.key);
    if (effect === "pruned") {
      return [{ title: "Deleted", severity: "warning", message: `${name} is deleted`, origin: undefined }];
    }
    const isRisk = effect === "recreated" || effect === "refused";
    const title = effect === "recreated" ? "Recreated" : "Refused";
    return isRisk
      ? [{ title, severity: "warning", message: `${name}: ${effectNotes(object).join("; ")}`, origin }]
      : [];
  });
}

function definitionMarks({ definitions }: SetComparison, names: ObjectNames): readonly Mark[] {
  return definitions.map(({ key, version, object, message, risk, origin }) => {
    const place = version === undefined ? "" : ` ${version}`;
    const about = object === undefined ? "" : `${names.nameAlone(object)}: `;
    return {
      title: "Breaking CRD change",
      severity: "warning",
      message: `${names.nameAlone(key)}${place}: ${about}${message}`,
      origin: risk === "removed" ? undefined : origin,
    };
  });
}

function permissionMarks(comparison: SetComparison, names: ObjectNames): readonly Mark[] {
  return comparisonSections({ ...comparison, definitions: [] }, names)
    .filter(({ title }) => title === "New permissions")
    .map(({ title, lines }) => ({
      title,
      severity: "note",
      message: lines.join("\n"),
      origin: undefined,
    }));
}
