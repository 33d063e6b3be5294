/**
 * Rules for LimitRanges.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { approximateNumber, compareQuantities, type Quantity } from "../../../object/quantity/quantity.ts";
import { reportDuplicate, reportForbidden, reportInvalid, reportRequired } from "../check/faults.ts";
import { qualifiedLabel } from "../check/names.ts";
import {
  fieldPart,
  countOf,
  isSet,
  keyAt,
  keysOf,
  listAt,
  type Part,
  textAt,
  valuesOf,
} from "../check/part.ts";
import { quantityOf } from "../check/quantities.ts";
import { anyResource, containerResource, mayOvercommit } from "../pod/resources.ts";

const limitTypes: ReadonlySet<string> = new Set(["Pod", "Container", "PersistentVolumeClaim"]);

/** Checks a LimitRange. */
export function checkLimitRange(range: Part): void {
  const seen = new Set<string>();
  for (const limit of listAt(fieldPart(range, "spec"), "limits")) {
    const type = textAt(limit, "type");
    const isKnown = type.includes("/") || limitTypes.has(type);
    reportInvalid(
      fieldPart(limit, "type"),
      qualifiedLabel(type) ?? (isKnown ? undefined : "must be a standard limit type or fully qualified"),
    );
    if (seen.has(type)) {
      reportDuplicate(fieldPart(limit, "type"), type);
    }
    seen.add(type);
    checkLimit(limit, type);
  }
}

const bounds = ["max", "min", "maxLimitRequestRatio"];
const usual = ["default", "defaultRequest"];

function checkLimit(limit: Part, type: string): void {
  const isPod = type === "Pod";
  const rule = isPod || type === "Container" ? containerResource : anyResource;
  for (const name of isPod ? usual : []) {
    if (countOf(fieldPart(limit, name)) > 0) {
      reportForbidden(fieldPart(limit, name), "may not be specified when `type` is 'Pod'");
    }
  }
  const maps = (isPod ? bounds : [...bounds, ...usual]).map((name) => fieldPart(limit, name));
  for (const [resource, quantity] of maps.flatMap((map) => valuesOf(map))) {
    reportInvalid(quantity, rule(resource));
  }
  if (type === "PersistentVolumeClaim") {
    checkStorage(limit);
  }
  for (const resource of new Set(maps.flatMap((map) => keysOf(map)))) {
    checkOrder(limit, resource, isPod);
    checkRatio(limit, resource);
  }
}

function checkStorage(limit: Part): void {
  if (!["min", "max"].some((name) => isSet(keyAt(fieldPart(limit, name), "storage")))) {
    reportRequired(
      fieldPart(limit, "limits"),
      "either minimum or maximum storage value is required, but neither was provided",
    );
  }
}

/** Pairs in which the first must not exceed the second, with the one that is reported. */
const orders = [
  ["min", "max", "min"],
  ["min", "defaultRequest", "defaultRequest"],
  ["defaultRequest", "max", "defaultRequest"],
  ["defaultRequest", "default", "defaultRequest"],
  ["min", "default", "default"],
  ["default", "max", "default"],
] as const;

function checkOrder(limit: Part, resource: string, isPod: boolean): void {
  const part = (name: string): Part => keyAt(fieldPart(limit, name), resource);
  const isUsed = (name: string): boolean => !(isPod && name.startsWith("default"));
  for (const [lower, upper, reported] of orders) {
    if (isUsed(lower) && isUsed(upper) && difference(part(lower), part(upper)) > 0) {
      reportInvalid(part(reported), `${lower} value is greater than ${upper} value`);
    }
  }
  if (
    !mayOvercommit(resource) &&
    isUsed("default") &&
    difference(part("default"), part("defaultRequest")) !== 0
  ) {
    reportInvalid(part("defaultRequest"), `default value must equal to defaultRequest value in ${resource}`);
  }
}

/** The order of two quantities; 0 if either is absent. */
function difference(left: Part, right: Part): number {
  const [first, second] = [quantityOf(left), quantityOf(right)];
  return first === undefined || second === undefined ? 0 : compareQuantities(first, second);
}

function checkRatio(limit: Part, resource: string): void {
  const part = keyAt(fieldPart(limit, "maxLimitRequestRatio"), resource);
  const ratio = quantityOf(part);
  const [least, most] = ["min", "max"].map((name) => quantityOf(keyAt(fieldPart(limit, name), resource)));
  if (ratio === undefined) {
    return;
  }
  reportInvalid(part, compareQuantities(ratio, one) < 0 ? "ratio is less than 1" : undefined);
  if (least !== undefined && most !== undefined) {
    const isMore = approximateNumber(ratio) > approximateNumber(most) / approximateNumber(least);
    reportInvalid(part, isMore ? "ratio is greater than max/min" : undefined);
  }
}

const one: Quantity = { digits: 1n, exponent: 0, compact: true };
