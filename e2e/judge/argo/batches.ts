/** The order of the writes of Argo CD's engine: batches, within which any order is equivalent. */
import { compareText } from "../../../lib/object/object-ref.ts";
import type { Write } from "./audited-writes.ts";

/** Objects that the engine writes at the same time: of one kind and step, or the deletions of a step. */
export interface Batch {
  readonly step: number;
  readonly writes: readonly Write[];
}

/**
 * The kinds that the engine puts in an order, as resources. All others follow by name alone: of two kinds
 * with equal names, either may come first.
 */
const ranked: ReadonlySet<string> = new Set(
  [
    "namespaces networkpolicies resourcequotas limitranges poddisruptionbudgets serviceaccounts secrets",
    "configmaps storageclasses persistentvolumes persistentvolumeclaims customresourcedefinitions",
    "clusterroles clusterrolebindings roles rolebindings services daemonsets pods replicationcontrollers",
    "replicasets deployments horizontalpodautoscalers statefulsets jobs cronjobs ingressclasses ingresses",
    "apiservices",
  ].flatMap((line) => line.split(" ")),
);

/** The name in an id. */
export function nameIn(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

/** Cuts the writes of the engine into batches, by the ends of its steps. */
export function batchesOf(writes: readonly Write[], stepEnds: readonly string[]): readonly Batch[] {
  const batches: { readonly key: string; readonly step: number; readonly writes: Write[] }[] = [];
  for (const write of writes) {
    const { verb, resource, at } = write;
    const step = stepEnds.findIndex((end) => at <= end);
    const key = `${step}/${verb}/${verb === "delete" ? "" : resource}`;
    const last = batches.at(-1);
    if (last?.key === key) {
      last.writes.push(write);
    } else {
      batches.push({ key, step, writes: [write] });
    }
  }
  return batches;
}

/**
 * Compares the writes of converge with batches: both must be the same writes, and those of a later batch must
 * come after those of an earlier one. Complexity: O(writes²).
 */
export function compareOrder(
  word: string,
  batches: readonly Batch[],
  ours: readonly Write[],
): readonly string[] {
  const places = new Map(numbered(ours).map((key, place) => [key, place]));
  const theirs = batches.flatMap(({ step, writes }, batch) =>
    writes.map((write) => ({ write, batch, step })),
  );
  const keys = numbered(theirs.map(({ write }) => write));
  const isSameSet = keys.length === places.size && keys.every((key) => places.has(key));
  const members = theirs.map((one, index) => ({ ...one, place: places.get(keys[index] ?? "") ?? -1 }));
  const isInOrder = members.every((late, index) =>
    members
      .slice(0, index)
      .every((early) => early.batch === late.batch || early.place < late.place || isTied(early, late)),
  );
  return isSameSet && isInOrder
    ? []
    : [`${word} by Argo CD: ${textOf(batches)}; by converge: ${ours.map(wordsOf).join(" ")}`];
}

/** The writes as keys: of several of one object, each has another one. */
function numbered(writes: readonly Write[]): readonly string[] {
  const counts = new Map<string, number>();
  return writes.map(({ verb, id }) => {
    const key = `${verb} ${id}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return `${key} ${count}`;
  });
}

interface Member {
  readonly write: Write;
  readonly step: number;
}

/** Reports whether the engine writes two objects of a step in an order that differs from run to run. */
function isTied(left: Member, right: Member): boolean {
  const isUnranked = [left, right].every(
    ({ write }) => write.verb === "apply" && !ranked.has(write.resource),
  );
  return isUnranked && left.step === right.step && nameIn(left.write.id) === nameIn(right.write.id);
}

function textOf(batches: readonly Batch[]): string {
  return batches.map(({ writes }) => writes.map(wordsOf).toSorted(compareText).join(" ")).join(" | ");
}

function wordsOf({ verb, id }: Write): string {
  return verb === "delete" ? `-${id}` : id;
}
