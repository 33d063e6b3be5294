import type { JsonObject } from "../../../lib/object/json.ts";
import type { Dice } from "../dice.ts";

/** The words by which an object is placed. */
interface Placed {
  readonly groups: readonly string[];
  /** `after` or `before`, and a group. */
  readonly rules: readonly (readonly ["after" | "before", string])[];
}

const groups = ["db", "cache", "web", "jobs", "edge"] as const;
const kinds = ["ConfigMap", "Secret", "ServiceAccount"] as const;

/** Draws a set of objects with change groups and rules of kapp. A few sets are cyclic. */
export function randomSet(dice: Dice): readonly JsonObject[] {
  const placed = dice.several<Placed>(4, 14, () => {
    const rank = dice.below(groups.length);
    return {
      groups: dice.several(0, 2, () => groups[dice.chance(0.8) ? rank : dice.below(rank + 1)] ?? "db"),
      rules: dice.several(0, 2, () => drawRule(dice, rank)),
    };
  });
  return placed.map(({ groups: own, rules }, index) => ({
    apiVersion: "v1",
    kind: dice.pick(kinds),
    metadata: {
      name: `obj-${index}`,
      annotations: Object.fromEntries([
        ...[...new Set(own)].map((group, at) => [`kapp.k14s.io/change-group.${at}`, `example.com/${group}`]),
        ...rules.map(([side, group], at) => [
          `kapp.k14s.io/change-rule.${at}`,
          `upsert ${side} upserting example.com/${group}`,
        ]),
      ]),
    },
  }));
}

/** Objects come after those of lower ranks, and before those of higher ones; seldom it is any rule. */
function drawRule(dice: Dice, rank: number): Placed["rules"][number] {
  if (dice.chance(0.03)) {
    return [dice.pick(["after", "before"]), dice.pick(groups)];
  }
  const side = rank === 0 || (rank < groups.length - 1 && dice.chance(0.3)) ? "before" : "after";
  const others = side === "after" ? groups.slice(0, rank) : groups.slice(rank + 1);
  return [side, dice.pick(others)];
}
