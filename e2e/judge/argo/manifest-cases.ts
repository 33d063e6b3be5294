/** Cases made of published manifests: waves and hooks are drawn. */
import type { JsonObject } from "../../../lib/object/json.ts";
import { type Dice, rollDice } from "../dice.ts";
import { writtenKind, publishedSets, setApart } from "../order/published-sets.ts";
import { type CaseMaker, changed, mark } from "./argo-case.ts";

const hookKinds: ReadonlySet<string> = new Set(["Job", "ConfigMap", "ServiceAccount"]);

/** Cases by file or folder in the folder, several of each. */
export function manifestCases(
  folder: string,
  { seed, layouts }: { readonly seed: string; readonly layouts: number },
): readonly (readonly [string, CaseMaker])[] {
  return publishedSets(folder).flatMap(({ name, objects }) =>
    Array.from({ length: layouts }, (_, layout) => {
      const maker: CaseMaker = (namespace) => {
        const dice = rollDice(seed, name, layout);
        const first = laidOut(setApart(objects, namespace), dice);
        return { first, second: first.flatMap((object) => successor(object, dice)) };
      };
      return [`${name} ${layout}`, maker] as const;
    }),
  );
}

function laidOut(objects: readonly JsonObject[], dice: Dice): readonly JsonObject[] {
  return objects.map((object) => {
    const isPlaced = dice.chance(0.5);
    const wave = String(dice.below(6) - 2);
    const hook = dice.pick(["PreSync", "Sync", "PostSync"]);
    const isHook = hookKinds.has(writtenKind(object)) && dice.chance(0.1);
    return mark(object, {
      unwatched: "true",
      ...(isPlaced ? { wave } : {}),
      ...(isHook ? { hook } : {}),
    });
  });
}

/** The object in the second sync: of some kinds it may be gone, and it may be changed. */
function successor(object: JsonObject, dice: Dice): readonly JsonObject[] {
  const [isGone, isChanged] = [dice.chance(0.1), dice.chance(0.2)];
  const mayGo = !["Namespace", "CustomResourceDefinition"].includes(writtenKind(object));
  if (isGone && mayGo) {
    return [];
  }
  return [isChanged ? changed(object) : object];
}
