import { type EstimateCall, type Operand, perCharacter } from "./call-estimate.ts";
import { one, scaled } from "./estimate.ts";

/** Kubernetes types whose values are compared in one step. */
const comparedAtOnce: ReadonlySet<string> = new Set([
  "kubernetes.Quantity",
  "kubernetes.Semver",
  "kubernetes.authorization.Authorizer",
  "kubernetes.authorization.Decision",
  "kubernetes.authorization.GroupCheck",
  "kubernetes.authorization.PathCheck",
  "kubernetes.authorization.ResourceCheck",
  "net.CIDR",
  "net.IP",
]);

/** Estimates `==` between two values of the same Kubernetes type; undefined for all other values. */
export const estimateEquality: EstimateCall = ({ operands: [left, right] }) => {
  const name = opaqueName(left);
  if (right === undefined || name === undefined || name !== opaqueName(right)) {
    return undefined;
  }
  if (comparedAtOnce.has(name)) {
    return { cost: one };
  }
  const longest = longestText(name, right);
  return longest === undefined ? undefined : { cost: scaled({ min: 1, max: longest }, perCharacter) };
};

function opaqueName(operand: Operand | undefined): string | undefined {
  return operand?.type.kind === "opaque" ? operand.type.name : undefined;
}

/** Returns the length that a format or a URL counts as. */
function longestText(name: string, operand: Operand): number | undefined {
  if (name === "kubernetes.NamedFormat") {
    return 64;
  }
  return name === "kubernetes.URL" ? (operand.size?.max ?? 1) : undefined;
}
