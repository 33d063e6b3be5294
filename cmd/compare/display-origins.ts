import type { SetComparison } from "../../lib/compare/set-comparison.ts";
import type { Origin } from "../../lib/object/diagnostic/source-text.ts";
import type { SideTexts } from "./read-side.ts";

/** Maps the name of a file of a side to its path for readers. */
type Display = (file: string) => string;

/** Replaces places of findings in rendered texts by those in the templates of the head. */
export async function inTemplates(
  comparison: SetComparison,
  head: Pick<SideTexts, "inTemplates">,
): Promise<SetComparison> {
  return { ...comparison, findings: await head.inTemplates(comparison.findings) };
}

/** Gives every place the path of its file: what is gone is in the base, anything else in the head. */
export function withPlaces(
  comparison: SetComparison,
  { base, head }: Readonly<Record<"base" | "head", Display>>,
): SetComparison {
  const at =
    (display: Display) =>
    <Placed extends { readonly origin: Origin }>(one: Placed): Placed => ({
      ...one,
      origin: { ...one.origin, file: display(one.origin.file) },
    });
  const { objects, moves, waits, definitions, findings } = comparison;
  return {
    ...comparison,
    objects: objects.map((one) => at(isGone(one.effect) ? base : head)(one)),
    moves: moves.map(at(head)),
    waits: waits.map((one) => at(one.kind === "lost" ? base : head)(one)),
    definitions: definitions.map((one) => at(one.risk === "removed" ? base : head)(one)),
    findings: findings.map((one) =>
      one.origin === undefined ? one : { ...one, origin: { ...one.origin, file: head(one.origin.file) } },
    ),
  };
}

function isGone(effect: SetComparison["objects"][number]["effect"]): boolean {
  return effect === "pruned" || effect === "kept" || effect === "left";
}
