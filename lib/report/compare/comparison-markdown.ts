import type { ComparedObject, SetComparison } from "../../compare/set-comparison.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import type { ObjectDiff } from "../../object/field-change.ts";
import type { ObjectNames } from "../../object/object-name.ts";
import { diffBlocks } from "../diff/diff-text.ts";
import { comparisonMermaid } from "./comparison-mermaid.ts";
import { comparisonSections, namesOf } from "./comparison-sections.ts";
import { type Detail, fitMarkdown } from "./fit-markdown.ts";
import { comparisonHeadline } from "./headline.ts";
import { codeBlock, codeElement, codeSpan, foldedPart } from "./markdown-text.ts";
import { effectNotes, objectDiffOf } from "./object-diffs.ts";
import { type SideNames, sidesMarkdown } from "./side-names.ts";

/** The sides, and the number of characters that a comment may have. */
export interface CommentOptions {
  readonly sides: SideNames;
  readonly most: number;
}

/**
 * Formats a comparison as a comment for a pull request: the headline, one line per fact to decide by, and
 * folded details, of which those are left out that do not fit.
 */
export function comparisonMarkdown(comparison: SetComparison, { sides, most }: CommentOptions): string {
  const names = namesOf(comparison);
  const { release } = comparison;
  const place = names.namespace === undefined ? "" : `, namespace ${codeSpan(names.namespace)}`;
  const head = `### converge: ${comparisonHeadline(comparison)}\n\n${sidesMarkdown(sides)}, release ${codeSpan(release)}${place}, ${comparison.unchanged} unchanged`;
  const details = detailsOf(comparison, names);
  return fitMarkdown({ head, facts: comparisonFactLines(comparison, names), details }, most);
}

/** Formats a comment about a head that cannot be planned, with its errors. */
export function refusalMarkdown(
  errors: readonly Pick<Diagnostic, "code" | "message" | "origin">[],
  { sides, most }: CommentOptions,
): string {
  const head = `### converge: cannot be planned\n\n${sidesMarkdown(sides)}`;
  const facts = errors.map(({ code, message, origin }) => {
    const place = origin === undefined ? "" : `${formatOrigin(origin)}: `;
    return `- **error** ${codeSpan(`${place}${message} [${code}]`)}`;
  });
  return fitMarkdown({ head, facts, details: [] }, most);
}

/** The words for effects that need a decision; objects that are added or changed are in the details. */
const effectWords: Readonly<Partial<Record<ComparedObject["effect"], string>>> = {
  recreated: "deleted and created again",
  refused: "refused by the API server",
  pruned: "deleted",
};

const sectionWords: ReadonlyMap<string, string> = new Map([
  ["Not compared", "not compared"],
  ["Removed but not deleted", "not deleted"],
  ["Breaking CRD changes", "CRD"],
  ["New permissions", "permission"],
  ["New findings", "finding"],
]);

/** Formats what to decide by, one line per fact. */
export function comparisonFactLines(comparison: SetComparison, names: ObjectNames): readonly string[] {
  const objects = comparison.objects.flatMap((object) => {
    const word = effectWords[object.effect];
    const notes = effectNotes(object).map((note) => `: ${codeSpan(note)}`);
    return word === undefined ? [] : [`- **${word}** ${codeSpan(names.nameOf(object.key))}${notes.join("")}`];
  });
  const others = comparisonSections(comparison, names).flatMap(({ title, lines }) => {
    const word = sectionWords.get(title);
    return word === undefined ? [] : lines.map((line) => `- **${word}** ${codeSpan(line)}`);
  });
  return [...objects, ...others];
}

/** Formats the folded details of a comparison. `lead` begins their titles, as HTML. */
export function detailsOf(comparison: SetComparison, names: ObjectNames, lead = ""): readonly Detail[] {
  const sections = comparisonSections(comparison, names);
  const section = (title: string, kind: Detail["kind"]): readonly Detail[] =>
    sections
      .filter((one) => one.title === title)
      .map(({ lines }) => ({ kind, text: foldedPart(`${lead}${title}`, codeBlock(lines, "text")) }));
  const graph = comparisonMermaid(comparison);
  return [
    ...section("Order", "order"),
    ...section("Requests", "requests"),
    ...section("Expected time", "requests"),
    ...(graph === undefined
      ? []
      : [
          {
            kind: "graph" as const,
            text: foldedPart(`${lead}Graph of what changes`, codeBlock(graph, "mermaid")),
          },
        ]),
    ...comparison.objects
      .filter(({ changes }) => changes.length > 0)
      .toSorted((left, right) => Number(left.effect === "added") - Number(right.effect === "added"))
      .map((object) => objectDetail(object, names, lead)),
  ];
}

function objectDetail(object: ComparedObject, names: ObjectNames, lead: string): Detail {
  const summary = `${lead}${codeElement(names.nameOf(object.key))} ${object.effect}`;
  return {
    kind: "object",
    text: foldedPart(summary, fieldsBlock({ ...objectDiffOf(object), notes: [] }, names)),
  };
}

/** Formats the changed fields of an object as a code block. */
export function fieldsBlock(diff: ObjectDiff, names: ObjectNames): string {
  const [block = ""] = diffBlocks([diff], names, { color: false, width: undefined });
  // The sign of a change colours its line only at the start.
  const lines = block
    .split("\n")
    .slice(1)
    .map((line) => line.replace(/^ {2}/, ""));
  return codeBlock(lines, "diff");
}
