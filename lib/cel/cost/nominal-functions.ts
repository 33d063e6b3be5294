import type { EstimateCall } from "./call-estimate.ts";
import { one } from "./estimate.ts";

/** Kubernetes functions that only read a part of a value: both the estimated and the actual cost is 1. */
const nominalFunctions: readonly string[] = [
  "add",
  "allowed",
  "asApproximateFloat",
  "asInteger",
  "compareTo",
  "error",
  "errored",
  "family",
  "format.named",
  "getEscapedPath",
  "getHost",
  "getHostname",
  "getPort",
  "getQuery",
  "getScheme",
  "group",
  "isGlobalUnicast",
  "isGreaterThan",
  "isInteger",
  "isLessThan",
  "isLinkLocalMulticast",
  "isLinkLocalUnicast",
  "isLoopback",
  "isUnspecified",
  "major",
  "masked",
  "minor",
  "name",
  "namespace",
  "patch",
  "path",
  "prefixLength",
  "reason",
  "resource",
  "serviceAccount",
  "sign",
  "sub",
  "subresource",
];

/** The estimated costs of such calls, by function name. */
export const nominalEstimates: ReadonlyMap<string, EstimateCall> = new Map(
  nominalFunctions.map((name) => [name, () => ({ cost: one })] as const),
);
