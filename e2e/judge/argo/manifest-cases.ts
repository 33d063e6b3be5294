/** Cases made of published manifests: waves and hooks are drawn. */
import { type JsonObject, objectField } from "../../../lib/object/json.ts";
import { nameOf } from "../../../lib/object/metadata.ts";
import { type Dice, rollDice } from "../dice.ts";
import { writtenKind, publishedSets, setApart } from "../order/published-sets.ts";
import { type CaseMaker, changed, mark } from "./argo-case.ts";

const hookKinds: ReadonlySet<string> = new Set(["Job", "ConfigMap"]);

/**
 * Kinds without which others are not ready: Argo CD would wait for a Deployment without its ServiceAccount.
 */
const neededKinds: ReadonlySet<string> = new Set([
  "CustomResourceDefinition",
  "Namespace",
  "PriorityClass",
  "ServiceAccount",
]);

/** Kinds that take other objects with them. */
const lastingKinds: ReadonlySet<string> = new Set(["CustomResourceDefinition", "Namespace"]);

/** Cases by file or folder in the folder, several of each. */
export function manifestCases(
  folder: string,
  { seed, layouts }: { readonly seed: string; readonly layouts: number },
): readonly (readonly [string, CaseMaker])[] {
  return publishedSets(folder).flatMap(({ name, objects }) =>
    Array.from({ length: layouts }, (_, layout) => {
      const maker: CaseMaker = (namespace) => {
        const dice = rollDice(seed, name, layout);
        const first = laidOut(setApart(objects.filter(mayRunTwice).map(withoutAddress), namespace), dice);
        return { first, second: successors(first, dice) };
      };
      return [`${name} ${layout}`, maker] as const;
    }),
  );
}

/** Argo CD waits for the address of a Service, which no controller gives it here. */
function withoutAddress(object: JsonObject): JsonObject {
  const spec = objectField(object, "spec");
  return writtenKind(object) === "Service" && spec["type"] === "LoadBalancer"
    ? { ...object, spec: { ...spec, type: "ClusterIP" } }
    : object;
}

/** Two DaemonSets may want the same ports of a node. */
function mayRunTwice(object: JsonObject): boolean {
  return writtenKind(object) !== "DaemonSet";
}

function laidOut(objects: readonly JsonObject[], dice: Dice): readonly JsonObject[] {
  const names = Map.groupBy(objects, nameOf);
  return objects.map((object) => {
    const isNeeded = neededKinds.has(writtenKind(object));
    const isPlaced = dice.chance(0.5) || isNeeded;
    const wave = String(isNeeded ? -3 : dice.below(6) - 2);
    const hook = dice.pick(["PreSync", "Sync", "PostSync"]);
    const mayBeHook = hookKinds.has(writtenKind(object)) && names.get(nameOf(object))?.length === 1;
    const isHook = mayBeHook && dice.chance(0.1);
    return mark(object, {
      unwatched: "true",
      ...(isPlaced ? { wave } : {}),
      ...(isHook ? { hook } : {}),
    });
  });
}

/**
 * The objects in the second sync: of some kinds they may be gone, and they may be changed. Writes are
 * compared by name: objects of the same name have the same fate.
 */
function successors(objects: readonly JsonObject[], dice: Dice): readonly JsonObject[] {
  return [...Map.groupBy(objects, nameOf).values()].flatMap((named) => {
    const [isGone, isChanged] = [dice.chance(0.1), dice.chance(0.2)];
    const mayGo = named.every((object) => !lastingKinds.has(writtenKind(object)));
    if (isGone && mayGo) {
      return [];
    }
    return isChanged ? named.map(changed) : named;
  });
}
