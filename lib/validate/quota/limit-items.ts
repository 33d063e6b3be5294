/**
 * The limits of the LimitRanges of a namespace, with the server's defaults.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/v1/defaults.go
 */
import type { Manifest } from "../../manifest/manifest.ts";
import { type JsonValue, indexedList, objectField, stringField } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import { noResources, readResources, type ResourceList } from "./resource-list.ts";

/** One entry of `spec.limits`. */
export interface LimitItem {
  readonly range: Manifest;
  readonly index: number;
  readonly type: string;
  readonly min: ResourceList;
  readonly max: ResourceList;
  readonly maxLimitRequestRatio: ResourceList;
  /** Limits and requests of containers that set none. */
  readonly usual: ContainerDefaults;
}

/** Limits and requests of containers that set none. */
export interface ContainerDefaults {
  readonly limits: ResourceList;
  readonly requests: ResourceList;
}

/** Returns the entries of LimitRanges, those of the first name first. */
export function limitItems(ranges: readonly Manifest[]): readonly LimitItem[] {
  return ranges
    .toSorted((left, right) => compareText(left.name, right.name))
    .flatMap((range) =>
      indexedList(objectField(range.value, "spec"), "limits").map(([index, item]) =>
        limitItem(range, index, item),
      ),
    );
}

function limitItem(range: Manifest, index: number, item: JsonValue): LimitItem {
  const read = (name: string): ResourceList => readResources(objectField(item, name));
  const type = stringField(item, "type") ?? "";
  const [min, max] = [read("min"), read("max")];
  const limits = merged(read("default"), max);
  const requests = merged(merged(read("defaultRequest"), limits), min);
  return {
    range,
    index,
    type,
    min,
    max,
    maxLimitRequestRatio: read("maxLimitRequestRatio"),
    usual: type === "Container" ? { limits, requests } : noDefaults,
  };
}

const noDefaults: ContainerDefaults = { limits: noResources, requests: noResources };

/** Returns what containers get that set no limits and requests: of two LimitRanges, the first decides. */
export function containerDefaults(items: readonly LimitItem[]): ContainerDefaults {
  let all = noDefaults;
  for (const { usual } of items) {
    all = { limits: merged(all.limits, usual.limits), requests: merged(all.requests, usual.requests) };
  }
  return all;
}

/** Adds the resources that a list lacks. */
export function merged(list: ResourceList, others: ResourceList): ResourceList {
  return new Map([...others, ...list]);
}
