import type { SetComparison } from "../../compare/set-comparison.ts";
import type { ObjectNames } from "../../object/object-name.ts";
import { type AnnotatedFile, githubAnnotation, type Mark } from "../diagnostics/github-annotations.ts";
import { comparisonSections, namesOf } from "./comparison-sections.ts";
import { comparisonHeadline } from "./headline.ts";
import { effectNotes } from "./object-diffs.ts";

/**
 * Formats a comparison as GitHub Actions workflow commands: what needs a decision at the lines of the head,
 * and the headline for the whole run.
 */
export function comparisonGithub(comparison: SetComparison, fileOf: AnnotatedFile): string {
  const names = namesOf(comparison);
  const headline: Mark = {
    title: "converge compare",
    severity: "note",
    message: comparisonHeadline(comparison),
    origin: undefined,
  };
  const marks = [
    headline,
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
  return marks.map((mark) => `${githubAnnotation(mark, fileOf)}\n`).join("");
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
