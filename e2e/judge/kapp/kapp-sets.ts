import { type JsonObject, objectField } from "../../../lib/object/json.ts";
import type { Dice } from "../dice.ts";
import { isWide, writtenKind } from "../order/published-sets.ts";

/** The annotations by which an object is ordered. */
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

/**
 * Adds rules for deletions to some objects: mostly what was applied late is deleted early. No set gets a
 * cycle.
 */
export function withDeletionRules(objects: readonly JsonObject[], dice: Dice): readonly JsonObject[] {
  const isReverse = dice.chance(0.7);
  return objects.map((object) => {
    const ranks = groups.flatMap((group, rank) =>
      JSON.stringify(object).includes(`"example.com/${group}"`) ? [rank] : [],
    );
    const rank = ranks[0] ?? dice.below(groups.length);
    const isFirst = dice.chance(0.5);
    const others = isFirst === isReverse ? groups.slice(0, rank) : groups.slice(rank + 1);
    if (ranks.length > 1 || others.length === 0 || !dice.chance(0.4)) {
      return object;
    }
    const rule = `delete ${isFirst ? "before" : "after"} deleting example.com/${dice.pick(others)}`;
    return annotated(object, { "kapp.k14s.io/change-rule.deletion": rule });
  });
}

/**
 * Draws groups and rules for published objects; Namespaces and CRDs have none, since everything needs them.
 * Only CRDs are waited for.
 */
export function withDrawnRules(objects: readonly JsonObject[], dice: Dice): readonly JsonObject[] {
  return objects.map((object) => {
    if (writtenKind(object) === "CustomResourceDefinition") {
      return object;
    }
    const rank = dice.below(groups.length);
    const isIn = dice.chance(0.3);
    const rules = dice.chance(0.3) ? [drawRule(dice, rank)] : [];
    const isPlaced = !isWide(object) || writtenKind(object) !== "Namespace";
    return annotated(object, {
      "kapp.k14s.io/disable-wait": "",
      ...(isPlaced && isIn
        ? { "kapp.k14s.io/change-group.drawn": `example.com/${groups[rank] ?? "db"}` }
        : {}),
      ...Object.fromEntries(
        (isPlaced ? rules : []).map(([side, group]) => [
          "kapp.k14s.io/change-rule.drawn",
          `upsert ${side} upserting example.com/${group}`,
        ]),
      ),
    });
  });
}

function annotated(object: JsonObject, words: Readonly<Record<string, string>>): JsonObject {
  const metadata = objectField(object, "metadata");
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...objectField(metadata, "annotations"), ...words } },
  };
}
