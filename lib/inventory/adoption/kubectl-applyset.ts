/** ApplySets of kubectl: `kubectl apply --prune --applyset` (KEP-3659). */
import { objectField, type JsonObject } from "../../object/json.ts";
import { annotationOf, labelOf, refOf } from "../../object/metadata.ts";
import type { GroupKind } from "../../object/object-ref.ts";
import {
  appliedAnnotation,
  applySetId,
  groupKindsAnnotation,
  idLabel,
  namespacesAnnotation,
  partOfLabel,
  toolingAnnotation,
} from "../apply-set.ts";
import { isMarkedByOthers } from "../applyset-membership.ts";
import { parseGroupKind, splitList } from "../applyset-parent.ts";
import { type AdoptedOwner, isControlled } from "./adopted-owner.ts";

/** An ApplySet by its parent. */
export interface KubectlApplySet {
  readonly id: string;
  /** The kinds that its members may have. */
  readonly groupKinds: readonly GroupKind[];
  /** The same as resources, `deployments.apps`, as old versions of kubectl write it. */
  readonly groupResources: readonly GroupKind[];
  /** The namespaces that may hold members. Empty if the parent has none. */
  readonly namespaces: readonly string[];
}

/** Kubectl's list of kinds before 1.28. */
const resourcesAnnotation = "applyset.kubernetes.io/contains-group-resources";

/** Reads the parent of an ApplySet; a fault if kubectl does not own it. `title`: as messages name it. */
export function readApplySet(
  parent: JsonObject,
  title: string,
): KubectlApplySet | { readonly fault: string } {
  const id = labelOf(parent, idLabel) ?? "";
  const tooling = annotationOf(parent, toolingAnnotation) ?? "";
  if (!/^applyset-[\w-]{43}-v1$/.test(id)) {
    return { fault: `${title} is not the parent of an ApplySet: it has no valid label ${idLabel}` };
  }
  if (!tooling.startsWith("kubectl/")) {
    return {
      fault: `${title} does not belong to kubectl (${toolingAnnotation}: ${tooling === "" ? "none" : tooling}): only ApplySets of kubectl can be taken over`,
    };
  }
  const ref = refOf(parent);
  if (id !== applySetId(ref)) {
    return {
      fault: `${title} is not the parent of the ApplySet in its label ${idLabel}: that id belongs to another object`,
    };
  }
  const { namespace } = ref;
  const namespaces = [namespace, ...splitList(annotationOf(parent, namespacesAnnotation))];
  return {
    id,
    groupKinds: splitList(annotationOf(parent, groupKindsAnnotation)).map((text) => parseGroupKind(text)),
    groupResources: splitList(annotationOf(parent, resourcesAnnotation)).map((text) => parseGroupKind(text)),
    namespaces: [...new Set(namespaces)].filter((name) => name !== ""),
  };
}

/** The owner of the members of an ApplySet. */
export function applySetOwner({ id }: Pick<KubectlApplySet, "id">, title: string): AdoptedOwner {
  const bears = (object: JsonObject): boolean => labelOf(object, partOfLabel) === id && !isControlled(object);
  return {
    tool: "kubectl",
    title,
    // The next apply sets the label to the release's own id.
    marks: [["metadata", "labels", partOfLabel]],
    bears,
    owns: (object) => bears(object) && !isApplied(object) && !isMarkedByOthers(object, "kubectl"),
  };
}

/** Reports whether a release of converge has applied the object. */
function isApplied(object: JsonObject): boolean {
  return annotationOf(object, appliedAnnotation) !== undefined;
}

/**
 * Returns the remaining work for people after an adoption. A parent that kubectl has created holds nothing
 * else.
 */
export function applySetRemaining(parent: JsonObject, title: string, resource: string): string {
  const { group, kind, namespace, name } = refOf(parent);
  const kubectl = namespace === "" ? "kubectl" : `kubectl -n ${namespace}`;
  const isEmpty = group === "" && (kind === "Secret" || kind === "ConfigMap") && !hasData(parent);
  return isEmpty
    ? `${title} is left without members. To delete it: ${kubectl} delete ${resource} ${name}`
    : `${title} is left without members. To make it no longer an ApplySet: ${kubectl} label ${resource} ${name} ${idLabel}-`;
}

function hasData(parent: JsonObject): boolean {
  return Object.keys({ ...objectField(parent, "data"), ...objectField(parent, "binaryData") }).length > 0;
}
