import type { ObjectEffect, SetComparison } from "../../compare/set-comparison.ts";

/** Formats what to decide by, in one line: `3 changed, 1 recreated (immutable field), 1 new permission`. */
export function comparisonHeadline(comparison: SetComparison): string {
  const { moves, waits, definitions, permissions, requests, findings, uncompared } = comparison;
  const ordered = new Set([...moves, ...waits].map(({ key }) => key)).size;
  const count = (severity: string): number => findings.filter((one) => one.severity === severity).length;
  const facts = [
    ...effectWords(comparison),
    ...(ordered === 0 ? [] : [`order changed for ${counted(ordered, "object")}`]),
    ...plural(definitions.length, "breaking CRD change"),
    ...plural(permissions.length, "new permission"),
    ...requests.map(
      ({ resource, before, after }) => `${resourceNames[resource]} requests ${before} → ${after}`,
    ),
    ...plural(count("error"), "new error"),
    ...plural(count("warning"), "new warning"),
    ...(uncompared.length === 0 ? [] : [`${counted(uncompared.length, "path")} not compared`]),
  ];
  return facts.length === 0 ? "no changes" : facts.join(", ");
}

/** Reports whether a comment, as `converge compare` writes it, says that there is nothing to decide. */
export function saysNoChanges(markdown: string): boolean {
  return /^### converge: no changes(?:,|\n|$)/.test(markdown);
}

/** The names of resources in texts. */
export const resourceNames = { cpu: "CPU", memory: "memory" } as const;

function effectWords({ objects }: SetComparison): readonly string[] {
  const count = (...effects: readonly ObjectEffect[]): number =>
    objects.filter(({ effect }) => effects.includes(effect)).length;
  const removed = count("pruned", "kept", "left");
  const spared = count("kept", "left");
  const words: readonly (readonly [number, string])[] = [
    [count("added"), "added"],
    [count("changed"), "changed"],
    [count("recreated"), `recreated${fieldReason(objects, "recreated")}`],
    [count("refused"), `refused by the API server${fieldReason(objects, "refused")}`],
    [removed, `removed${spared === 0 ? "" : ` (${spared} not deleted)`}`],
  ];
  return words.flatMap(([amount, word]) => (amount === 0 ? [] : [`${amount} ${word}`]));
}

function fieldReason(objects: SetComparison["objects"], of: ObjectEffect): string {
  const isByField = objects.some(({ effect, immutable }) => effect === of && immutable.length > 0);
  return isByField ? " (immutable field)" : "";
}

function plural(amount: number, noun: string): readonly string[] {
  return amount === 0 ? [] : [counted(amount, noun)];
}

/** `1 object`, `2 objects`. */
export function counted(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}
