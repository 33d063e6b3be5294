import {
  field,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../object/json.ts";
import { annotationsOf } from "../../object/metadata.ts";
import { compareText } from "../../object/object-ref.ts";

/** A pod or the template of one, as the Pod Security Standards see it. */
export interface PodView {
  readonly annotations: JsonObject;
  readonly spec: JsonObject;
  readonly containers: readonly JsonValue[];
  /** The minor version of the standards. */
  readonly version: number;
}

/** The violation of a standard: what is forbidden, and where it is. */
export interface PodViolation {
  readonly reason: string;
  readonly detail: string;
}

/** One of the Pod Security Standards' controls. */
export interface PodControl {
  readonly id: string;
  /** The first minor version that has it. */
  readonly since?: number;
  /** The control of the level Baseline that it replaces. */
  readonly replaces?: string;
  readonly check: (pod: PodView) => PodViolation | undefined;
}

/** Returns a view of a pod or a pod template: an object with metadata and a spec. */
export function podView(pod: JsonValue, version: number): PodView {
  const spec = objectField(pod, "spec");
  const containers = ["initContainers", "containers", "ephemeralContainers"].flatMap((list) =>
    listField(spec, list),
  );
  return { annotations: annotationsOf(pod), spec, containers, version };
}

/** Returns the security context of a pod or a container. */
export function securityContext(part: JsonValue): JsonObject {
  return objectField(part, "securityContext");
}

/** Returns the names of the containers that a test holds for. */
export function containersThat(
  { containers }: PodView,
  test: (container: JsonValue) => boolean,
): readonly string[] {
  return containers.filter(test).map((container) => stringField(container, "name") ?? "");
}

/** Reports whether the pod has its own user namespace, which relaxes some controls since 1.35. */
export function isUserNamespaced({ spec, version }: PodView): boolean {
  return version >= 35 && field(spec, "hostUsers") === false;
}

/** Reports whether the pod runs on Windows, where some fields of Linux cannot be set, since 1.25. */
export function isWindows({ spec, version }: PodView): boolean {
  return version >= 25 && stringField(objectField(spec, "os"), "name") === "windows";
}

/** Quotes names: `"a", "b"`. */
export function quoteNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/** Sorts values and drops repetitions. */
export function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].toSorted(compareText);
}

/** Returns the noun with an s, unless there is exactly one. */
export function nounFor(amount: number, noun: string): string {
  return amount === 1 ? noun : `${noun}s`;
}

/** Names containers: `container "a"`, `containers "a", "b"`. */
export function namedContainers(names: readonly string[]): string {
  return `${nounFor(names.length, "container")} ${quoteNames(names)}`;
}

/** Names the pod, if it is at fault itself, and containers: `pod and container "a"`. */
export function settersOf(isPod: boolean, names: readonly string[]): string {
  return [...(isPod ? ["pod"] : []), ...(names.length > 0 ? [namedContainers(names)] : [])].join(" and ");
}
