import type { MovedObject, UnitComparison, UnitsComparison } from "../../compare/unit-comparison.ts";
import { nameSet } from "../../object/object-name.ts";
import { type CommentOptions, detailsOf, comparisonFactLines, fieldsBlock } from "./comparison-markdown.ts";
import { namesOf } from "./comparison-sections.ts";
import { type Detail, fitMarkdown } from "./fit-markdown.ts";
import { codeElement, codeSpan, foldedPart } from "./markdown-text.ts";
import { sidesMarkdown } from "./side-names.ts";
import { differsAtAll, unitHeadline, unitsHeadline } from "./units-headline.ts";

/**
 * Formats a comparison of units as a comment for a pull request: the headline, then a heading for each unit
 * that differs with its facts, what moves between units, and folded details.
 */
export function unitsMarkdown(compared: UnitsComparison, { sides, most }: CommentOptions): string {
  const listed = compared.units.filter(differsAtAll);
  const head = `### converge: ${unitsHeadline(compared)}\n\n${sidesMarkdown(sides)}`;
  const facts = [...listed.flatMap(unitFacts), ...movedFacts(compared.moved)];
  const details = [...listed.flatMap(unitDetails), ...movedDetails(compared.moved)];
  return fitMarkdown({ head, facts, details }, most);
}

/** Headings are set apart from the list before them by an empty line. */
function unitFacts(unit: UnitComparison): readonly string[] {
  const { name, notes, comparison } = unit;
  return [
    `\n#### ${codeSpan(name)}: ${unitHeadline(unit)}\n`,
    ...notes.map((note) => `- ${codeSpan(note)}`),
    ...(comparison === undefined ? [] : comparisonFactLines(comparison, namesOf(comparison))),
  ];
}

function unitDetails({ name, settings, comparison }: UnitComparison): readonly Detail[] {
  const lead = `${codeElement(name)}: `;
  const ownFields = { key: "settings", verb: "change", changes: settings } as const;
  return [
    ...(settings.length === 0
      ? []
      : [
          {
            kind: "settings" as const,
            text: foldedPart(`${lead}settings`, fieldsBlock(ownFields, nameSet([]))),
          },
        ]),
    ...(comparison === undefined ? [] : detailsOf(comparison, namesOf(comparison), lead)),
  ];
}

function movedFacts(moved: readonly MovedObject[]): readonly string[] {
  const names = nameSet(moved.map(({ key }) => key));
  const lines = moved.map(({ key, from, to, outcome, message }) => {
    const ends = `${codeSpan(from)} → ${codeSpan(to)}`;
    const word = outcome === "taken" ? "moved" : `moved, ${outcomeWords[outcome]}`;
    return `- **${word}** ${codeSpan(names.nameOf(key))}: ${ends}: ${codeSpan(message)}`;
  });
  return lines.length === 0 ? [] : ["\n#### Moved between units\n", ...lines];
}

const outcomeWords: Readonly<Record<Exclude<MovedObject["outcome"], "taken">, string>> = {
  recreated: "deleted and created again",
  either: "perhaps deleted and created again",
  refused: "refused",
};

function movedDetails(moved: readonly MovedObject[]): readonly Detail[] {
  const names = nameSet(moved.map(({ key }) => key));
  return moved
    .filter(({ changes }) => changes.length > 0)
    .map(({ key, changes }) => ({
      kind: "object",
      text: foldedPart(
        `${codeElement(names.nameOf(key))} moved`,
        fieldsBlock({ key, verb: "change", changes }, names),
      ),
    }));
}
