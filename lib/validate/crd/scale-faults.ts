import { field, isObject, type JsonObject, stringField } from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { invalid, required } from "../schema/field-errors.ts";
import { childPath, type FieldPathNode } from "../schema/field-path.ts";

/** Returns the fault of a path like `.spec.replicas`, or undefined. Callers handle the empty path. */
export function simplePathFault(path: string): string | undefined {
  return path.startsWith(".") ? undefined : "must be a simple json path starting with .";
}

interface ScalePath {
  readonly name: string;
  readonly optional: boolean;
  readonly under: readonly string[];
}

const paths: readonly ScalePath[] = [
  { name: "specReplicasPath", optional: false, under: [".spec"] },
  { name: "statusReplicasPath", optional: false, under: [".status"] },
  { name: "labelSelectorPath", optional: true, under: [".spec", ".status"] },
];

/**
 * Validates the paths of the scale subresource. Kubernetes documentation, "Custom Resources", "Scale
 * subresource".
 */
export function subresourcesFaults(
  subresources: JsonObject | undefined,
  trail: FieldPathNode,
): readonly FieldFault[] {
  const scale = field(subresources, "scale");
  return isObject(scale)
    ? paths.flatMap((path) => scalePathFaults(scale, path, childPath(trail, "scale", path.name)))
    : [];
}

function scalePathFaults(
  scale: JsonObject,
  { name, optional, under }: ScalePath,
  at: FieldPathNode,
): readonly FieldFault[] {
  const path = stringField(scale, name) ?? "";
  if (path === "") {
    return optional ? [] : [required(at, "must be given")];
  }
  const fault =
    simplePathFault(path) ??
    (under.some((root) => path.startsWith(`${root}.`))
      ? undefined
      : `should be a json path under ${under.join(" or ")}`);
  return fault === undefined ? [] : [invalid(at, fault)];
}
