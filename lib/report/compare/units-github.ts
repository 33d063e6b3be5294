import type { UnitsComparison } from "../../compare/unit-comparison.ts";
import { nameSet } from "../../object/object-name.ts";
import type { AnnotatedFile, Mark } from "../diagnostics/github-annotations.ts";
import { comparisonMarks, headlineMark, marksText } from "./comparison-github.ts";
import { unitsHeadline } from "./units-headline.ts";

/** Formats a comparison of units as GitHub Actions workflow commands; each message begins with its unit. */
export function unitsGithub(compared: UnitsComparison, fileOf: AnnotatedFile): string {
  const marks = compared.units.flatMap(({ name, comparison }) =>
    comparison === undefined
      ? []
      : comparisonMarks(comparison).map((mark) => ({ ...mark, message: `unit ${name}: ${mark.message}` })),
  );
  return marksText([headlineMark(unitsHeadline(compared)), ...marks, ...movedMarks(compared)], fileOf);
}

function movedMarks({ moved }: UnitsComparison): readonly Mark[] {
  const names = nameSet([]);
  return moved.map(({ key, from, to, outcome, message, origin }) => ({
    title: "Moved between units",
    severity: outcome === "taken" ? "note" : "warning",
    message: `${names.nameAlone(key)}: ${from} → ${to}: ${message}`,
    origin,
  }));
}
