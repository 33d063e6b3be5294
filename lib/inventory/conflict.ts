import {
  field,
  isArray,
  isObject,
  objectField,
  stringField,
  type JsonObject,
  type JsonValue,
  type Path,
  valueAt,
  withoutFields,
} from "../object/json.ts";
import { metadataOf } from "../object/metadata.ts";
import { formatRef, groupOf } from "../object/object-ref.ts";
import type { RefusalCause } from "./immutable-fields.ts";

/** A field that another manager owns and that we want to set to another value. */
export interface FieldConflict {
  /** The manager's name: `kubectl-edit`. */
  readonly manager: string;
  /** `.spec.replicas`, or `.spec.template.spec.containers[name="app"].image`. */
  readonly field: string;
  /** The subresource through which it was changed, such as `scale`, if any. */
  readonly subresource?: string;
  /** The time of its last change, in the server's format: RFC 3339. */
  readonly time?: string;
}

/** `conflict with "kubectl-edit" with subresource "scale" using apps/v1 at 2026-01-02T03:04:05Z` */
const conflictWords =
  /^conflict with ("(?:[^"\\]|\\.)*")(?: with subresource ("(?:[^"\\]|\\.)*"))?(?: using \S+)?(?: at (\S+))?/;

/** The conflicts among the causes of a refused server-side apply (409), in the server's order. */
export function readConflicts(causes: readonly RefusalCause[]): readonly FieldConflict[] {
  return causes
    .filter(({ reason }) => reason === "FieldManagerConflict")
    .map((cause) => {
      const [, manager, subresource, time] = conflictWords.exec(cause.message) ?? [];
      return {
        manager: manager === undefined ? cause.message : unquote(manager),
        field: cause.field,
        ...(subresource === undefined ? {} : { subresource: unquote(subresource) }),
        ...(time === undefined ? {} : { time }),
      };
    });
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/g, "$1");
}

/**
 * The manifest without the field at the path; the manifest itself if it has no such field. The input is not
 * modified, and everything that the path does not touch is shared with it.
 */
export function without(object: JsonObject, path: Path): JsonObject {
  const parents: JsonValue[] = [object];
  for (const step of path.slice(0, -1)) {
    const next = child(parents.at(-1), step);
    if (next === undefined) {
      return object;
    }
    parents.push(next);
  }
  const last = path.at(-1);
  const innermost = parents.at(-1);
  if (last === undefined || child(innermost, last) === undefined) {
    return object;
  }
  return rebuilt(object, { parents, path, changed: dropped(innermost, last) });
}

/** The manifest with another value for the field at the path; the manifest itself if it has no such field. */
export function withValue(object: JsonObject, path: Path, value: JsonValue): JsonObject {
  const parents = path.map((_, depth) => valueAt(object, path.slice(0, depth)));
  const innermost = parents.at(-1);
  const isThere = valueAt(object, path) !== undefined && path.length > 0;
  return isThere
    ? rebuilt(object, { parents, path, changed: replaced(innermost, path.at(-1) ?? "", value) })
    : object;
}

interface Rebuilding {
  /** The values along the path, from the object itself to the changed one. */
  readonly parents: readonly (JsonValue | undefined)[];
  readonly path: Path;
  readonly changed: JsonValue;
}

function rebuilt(object: JsonObject, { parents, path, changed: innermost }: Rebuilding): JsonObject {
  let changed = innermost;
  for (let depth = parents.length - 2; depth >= 0; depth -= 1) {
    changed = replaced(parents[depth], path[depth] ?? "", changed);
  }
  return isObject(changed) ? changed : object;
}

function child(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (typeof step === "number") {
    return isArray(value) ? value[step] : undefined;
  }
  return field(value, step);
}

function dropped(value: JsonValue | undefined, step: string | number): JsonValue {
  if (isArray(value)) {
    return value.filter((_, index) => index !== step);
  }
  return isObject(value) ? withoutFields(value, new Set([String(step)])) : null;
}

function replaced(value: JsonValue | undefined, step: string | number, by: JsonValue): JsonValue {
  if (isArray(value)) {
    return value.map((entry, index) => (index === step ? by : entry));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, old]) => [name, name === step ? by : old]))
    : by;
}

/**
 * The keys of the workloads whose `spec.replicas` an autoscaler of the set controls: a
 * HorizontalPodAutoscaler or a ScaledObject of KEDA. `namespace` is that of autoscalers that name none.
 */
export function hpaTargets(objects: readonly JsonObject[], namespace = ""): ReadonlySet<string> {
  return new Set(objects.flatMap((object) => scaledBy(object, namespace)));
}

interface Autoscaler {
  readonly kind: string;
  readonly group: string;
  /** The default target. An autoscaler of Kubernetes names its target in full. */
  readonly target: { readonly kind: string; readonly apiVersion: string };
}

const autoscalers: readonly Autoscaler[] = [
  { kind: "HorizontalPodAutoscaler", group: "autoscaling", target: { kind: "", apiVersion: "" } },
  { kind: "ScaledObject", group: "keda.sh", target: { kind: "Deployment", apiVersion: "apps/v1" } },
];

function scaledBy(object: JsonObject, fallback: string): readonly string[] {
  const kind = stringField(object, "kind");
  const group = groupOf(stringField(object, "apiVersion") ?? "");
  const autoscaler = autoscalers.find((known) => known.kind === kind && known.group === group);
  const target = objectField(objectField(object, "spec"), "scaleTargetRef");
  const name = stringField(target, "name");
  const targetKind = stringField(target, "kind") ?? autoscaler?.target.kind ?? "";
  if (autoscaler === undefined || name === undefined || targetKind === "") {
    return [];
  }
  const targetGroup = groupOf(stringField(target, "apiVersion") ?? autoscaler.target.apiVersion);
  const namespace = stringField(metadataOf(object), "namespace") ?? fallback;
  return [formatRef({ group: targetGroup, kind: targetKind, namespace, name })];
}
