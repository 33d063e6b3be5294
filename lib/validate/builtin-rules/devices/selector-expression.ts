/**
 * The expressions that select devices.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/dynamic-resource-allocation/cel/compile.go
 */
import { kubernetesEnvironment, withVariables } from "../../../cel/environment.ts";
import { quantityType } from "../../../cel/library/quantity.ts";
import { type CelType, mapOf, type ObjectType, simpleTypes } from "../../../cel/model/type.ts";
import { compileExpression } from "../../policy/compile-expression.ts";

const { bool, dyn, string } = simpleTypes;

const deviceType: ObjectType = {
  kind: "object",
  name: "kubernetes.DRADevice",
  fields: new Map<string, CelType>([
    ["driver", string],
    ["allowMultipleAllocations", bool],
    ["attributes", mapOf(string, mapOf(string, dyn))],
    ["capacity", mapOf(string, mapOf(string, quantityType))],
  ]),
};

/** The minor version since which all functions for devices are known. */
const knownSince = 34;

/** Functions for devices only, one of them behind a feature gate. */
const ownFunctions = /\bcel\s*\.\s*bind\b|\.\s*includes\s*\(/;

/** Returns the first fault of an expression; undefined for one that cannot be judged, too. */
export function selectorFault(expression: string, minor: number): string | undefined {
  if (minor < knownSince || ownFunctions.test(expression)) {
    return undefined;
  }
  const environment = withVariables(kubernetesEnvironment(minor), new Map([["device", deviceType]]));
  const compiled = compileExpression(expression, environment, ["bool", "dyn"]);
  return "faults" in compiled ? compiled.faults[0]?.message : undefined;
}
