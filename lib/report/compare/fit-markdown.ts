import { counted } from "./headline.ts";

/** A folded part of a comment. */
export interface Detail {
  /** The name of the part for readers who miss it; equal ones are counted. */
  readonly kind: "settings" | "order" | "requests" | "graph" | "object";
  readonly text: string;
}

/** A comment: its head, one line per fact, and details in their order. */
export interface CommentParts {
  readonly head: string;
  readonly facts: readonly string[];
  readonly details: readonly Detail[];
}

/** Characters for the line that says what is left out. */
const reserve = 300;

/** Details that go first where there is no room for all. */
const ranks: Readonly<Record<Detail["kind"], number>> = {
  settings: 0,
  order: 1,
  requests: 2,
  object: 3,
  graph: 4,
};

/**
 * Joins the parts of a comment within a number of characters: details are left out before facts, and the
 * comment says what is missing.
 */
export function fitMarkdown({ head, facts, details }: CommentParts, most: number): string {
  let room = most - head.length - reserve;
  const shown: string[] = [];
  for (const fact of facts) {
    if (fact.length + 1 > room) {
      break;
    }
    room -= fact.length + 1;
    shown.push(fact);
  }
  const kept = new Set<Detail>();
  for (const detail of details.toSorted((left, right) => ranks[left.kind] - ranks[right.kind])) {
    if (shown.length === facts.length && detail.text.length + 2 <= room) {
      room -= detail.text.length + 2;
      kept.add(detail);
    }
  }
  const missing = missingWords(
    facts.length - shown.length,
    details.filter((detail) => !kept.has(detail)),
  );
  return `${[
    head,
    ...(shown.length === 0 ? [] : [shown.join("\n")]),
    ...details.filter((detail) => kept.has(detail)).map(({ text }) => text),
    ...(missing === "" ? [] : [`Left out, to stay below ${most} characters: ${missing}.`]),
  ].join("\n\n")}\n`;
}

function missingWords(facts: number, details: readonly Detail[]): string {
  const objects = details.filter(({ kind }) => kind === "object").length;
  return [
    ...(facts === 0 ? [] : [counted(facts, "fact")]),
    ...(["settings", "order", "requests", "graph"] as const)
      .filter((kind) => details.some((detail) => detail.kind === kind))
      .map((kind) => `the ${kind}`),
    ...(objects === 0 ? [] : [`the fields of ${counted(objects, "object")}`]),
  ].join(", ");
}
