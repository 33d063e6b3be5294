import type { Manifest } from "../manifest/manifest.ts";
import { compareQuantities } from "../object/quantity/quantity.ts";
import { compareText } from "../object/object-ref.ts";
import { type Plan, plannedObjects } from "../plan/plan.ts";
import { podGroups } from "../validate/quota/pod-groups.ts";
import { podResources } from "../validate/quota/pod-resources.ts";
import {
  addResources,
  type Amount,
  amountText,
  multiplyResources,
  noResources,
  type ResourceList,
  wholeAmount,
} from "../validate/quota/resource-list.ts";
import type { RequestChange } from "./set-comparison.ts";

/** Options of summing requests up. */
interface RequestOptions {
  /** The minor version of Kubernetes: 36 for 1.36. */
  readonly minor: number;
}

const nothing = wholeAmount(0);

/**
 * Returns the resources of which the pods of a set request more or less in total: those that run until they
 * are deleted, times replicas. A DaemonSet counts as one pod.
 */
export function requestChanges(base: Plan, head: Plan, options: RequestOptions): readonly RequestChange[] {
  return changesBetween(requestsOf(plannedObjects(base), options), requestsOf(plannedObjects(head), options));
}

/** The same of several sets at once, which may be of several clusters. */
export function totalRequestChanges(
  sets: readonly Readonly<Record<"base" | "head", Plan>>[],
  options: RequestOptions,
): readonly Omit<RequestChange, "objects">[] {
  const all = (side: "base" | "head"): Requests =>
    new Map(
      sets.flatMap((set, index) =>
        [...requestsOf(plannedObjects(set[side]), options)].map(
          ([key, list]) => [`${index} ${key}`, list] as const,
        ),
      ),
    );
  return changesBetween(all("base"), all("head")).map(({ resource, before, after, grows }) => ({
    resource,
    before,
    after,
    grows,
  }));
}

function changesBetween(before: Requests, after: Requests): readonly RequestChange[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted(compareText);
  return (["cpu", "memory"] as const).flatMap((resource) => {
    const amount = (requests: Requests, key: string): Amount => requests.get(key)?.get(resource) ?? nothing;
    const total = (requests: Requests): Amount => sumOf(requests).get(resource) ?? nothing;
    const order = compareQuantities(total(before), total(after));
    const objects = keys
      .filter((key) => compareQuantities(amount(before, key), amount(after, key)) !== 0)
      .map((key) => ({
        key,
        before: amountText(amount(before, key)),
        after: amountText(amount(after, key)),
      }));
    return order === 0
      ? []
      : [
          {
            resource,
            before: amountText(total(before)),
            after: amountText(total(after)),
            grows: order < 0,
            objects,
          },
        ];
  });
}

/** Requests by the reference of the object whose pods make them. */
type Requests = ReadonlyMap<string, ResourceList>;

function requestsOf(manifests: readonly Manifest[], { minor }: RequestOptions): Requests {
  const usual = { limits: noResources, requests: noResources };
  return new Map(
    podGroups(manifests)
      .filter(({ isLasting }) => isLasting)
      .map(({ manifest, spec, count }) => [
        manifest.key,
        multiplyResources(podResources(spec, { usual, minor }).charged.requests, count),
      ]),
  );
}

function sumOf(requests: Requests): ResourceList {
  return [...requests.values()].reduce((sum, one) => addResources(sum, one), noResources);
}
