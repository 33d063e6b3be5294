/** The order of changes that the kapp annotations of a set require. */
import { type JsonObject, objectField, stringField } from "../../../lib/object/json.ts";
import { writtenKind } from "../order/published-sets.ts";

/** The operation on an object. */
export type ChangeOperation = "upsert" | "delete";

/** Two objects by their keys; the change of the first one comes first. */
export type ChangePair = readonly [string, string];

/** The key of an object: `deployment/web@shop`. A namespace outside the set is the one of the test. */
export function keyOf(kind: string, name: string, namespace: string): string {
  return `${kind.toLowerCase()}/${name}@${namespace}`;
}

/** The key of an object of a set that is applied to a namespace. */
export function objectKey(object: JsonObject, { home, isWide }: Homes): string {
  const namespace = stringField(objectField(object, "metadata"), "namespace") ?? home;
  return keyOf(writtenKind(object), nameOf(object), isWide(object) ? "" : namespace);
}

/** The namespace of objects that name none, and a test for cluster-scoped objects. */
export interface Homes {
  readonly home: string;
  readonly isWide: (object: JsonObject) => boolean;
}

/** Returns the pairs that the change rules of a set name. Complexity: O(objects² · rules). */
export function writtenPairs(
  objects: readonly JsonObject[],
  operation: ChangeOperation,
  homes: Homes,
): readonly ChangePair[] {
  const keyed = objects.map((object) => ({
    key: objectKey(object, homes),
    groups: wordsOf(object, "kapp.k14s.io/change-group"),
    rules: wordsOf(object, "kapp.k14s.io/change-rule"),
  }));
  return keyed.flatMap(({ key, rules }) =>
    rules.flatMap((rule): readonly ChangePair[] => {
      const [own, side, , group] = rule.split(" ");
      const members = keyed.filter((one) => one.key !== key && one.groups.includes(group ?? ""));
      return own === operation
        ? members.map((member) => (side === "after" ? [member.key, key] : [key, member.key]))
        : [];
    }),
  );
}

/** The values of an annotation with and without an end of its own. */
function wordsOf(object: JsonObject, name: string): readonly string[] {
  const annotations = objectField(objectField(object, "metadata"), "annotations");
  return Object.keys(annotations)
    .filter((key) => key === name || key.startsWith(`${name}.`))
    .map((key) => stringField(annotations, key) ?? "");
}

/** The kinds that kapp's default rules change before what runs in a namespace. */
const early: ReadonlySet<string> = new Set(
  [
    "NetworkPolicy ResourceQuota LimitRange PriorityClass RuntimeClass ServiceAccount Secret ConfigMap",
    "PersistentVolume PersistentVolumeClaim ClusterRole ClusterRoleBinding Role RoleBinding",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Returns the pairs that kapp's default rules are about: a Namespace or CRD and what needs it, and what pods
 * need and everything else in a namespace, unless a rule puts it after something else; in deletions, a custom
 * resource and its CRD.
 */
export function defaultPairs(
  objects: readonly JsonObject[],
  operation: ChangeOperation,
  homes: Homes,
): readonly ChangePair[] {
  const late = lateKeys(objects, operation, homes);
  return objects.flatMap((first) =>
    objects
      .filter((second) => first !== second)
      .filter((second) =>
        operation === "delete" ? isDefinitionOf(second, first) : isNeeded(first, second, { late, homes }),
      )
      .map((second): ChangePair => [objectKey(first, homes), objectKey(second, homes)]),
  );
}

function isNeeded(
  first: JsonObject,
  second: JsonObject,
  { late, homes }: { readonly late: ReadonlySet<string>; readonly homes: Homes },
): boolean {
  const isHome =
    writtenKind(first) === "Namespace" &&
    nameOf(first) === stringField(objectField(second, "metadata"), "namespace");
  const isBefore =
    early.has(writtenKind(first)) &&
    !late.has(objectKey(first, homes)) &&
    !early.has(writtenKind(second)) &&
    !homes.isWide(second);
  return isHome || isBefore || isDefinitionOf(first, second);
}

function isDefinitionOf(definition: JsonObject, object: JsonObject): boolean {
  const spec = objectField(definition, "spec");
  return (
    writtenKind(definition) === "CustomResourceDefinition" &&
    stringField(objectField(spec, "names"), "kind") === writtenKind(object) &&
    (stringField(object, "apiVersion") ?? "").startsWith(`${stringField(spec, "group") ?? ""}/`)
  );
}

/** The objects that are not early, and those that a rule puts after one of them. */
function lateKeys(
  objects: readonly JsonObject[],
  operation: ChangeOperation,
  homes: Homes,
): ReadonlySet<string> {
  const pairs = writtenPairs(objects, operation, homes);
  const late = new Set(
    objects.filter((object) => !early.has(writtenKind(object))).map((object) => objectKey(object, homes)),
  );
  for (const first of late) {
    for (const [, second] of pairs.filter(([one]) => one === first)) {
      late.add(second);
    }
  }
  return late;
}

function nameOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "name") ?? "";
}

/**
 * Returns the pairs of which the second object was not changed after the first one, by the places of the
 * changes.
 */
export function brokenPairs(
  pairs: readonly ChangePair[],
  placeOf: ReadonlyMap<string, number>,
): readonly ChangePair[] {
  return pairs.filter(([first, second]) => {
    const [before, after] = [placeOf.get(first), placeOf.get(second)];
    return before === undefined || after === undefined || before >= after;
  });
}
