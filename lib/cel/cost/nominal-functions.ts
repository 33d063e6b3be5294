import type { EstimateCall } from "./call-estimate.ts";
import { one } from "./estimate.ts";

/** Functions of Kubernetes that only read a part of a value: a cost of 1, before as after. */
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

/** What such calls are reckoned to cost, by the name of the function. */
export const nominalEstimates: ReadonlyMap<string, EstimateCall> = new Map(
  nominalFunctions.map((name) => [name, () => ({ cost: one })] as const),
);
