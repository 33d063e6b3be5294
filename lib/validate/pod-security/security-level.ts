import { type JsonObject, type JsonValue, stringField } from "../../object/json.ts";
import { baselineControls } from "./baseline-controls.ts";
import { podView } from "./pod-view.ts";
import { restrictedControls } from "./restricted-controls.ts";

/** A level of the Pod Security Standards with its version. */
export interface SecurityLevel {
  readonly level: "baseline" | "privileged" | "restricted";
  /** The minor version; that of the server for `latest`. */
  readonly version: number;
  /** As the API server writes it: `restricted:latest`, `baseline:v1.30`. */
  readonly text: string;
}

/** The levels that a namespace sets for its pods. */
export interface NamespaceLevels {
  readonly enforce: SecurityLevel;
  readonly warn: SecurityLevel;
  readonly audit: SecurityLevel;
}

const prefix = "pod-security.kubernetes.io/";

/**
 * Reads the levels of a namespace from its labels; without any, all is privileged unless the server is
 * configured otherwise. `warn` follows a stricter `enforce`, as in the API server. Source: Kubernetes
 * documentation, "Pod Security Admission".
 */
export function namespaceLevels(labels: JsonObject, minor: number): NamespaceLevels {
  const enforce = readLevel(labels, "enforce", minor);
  const warn = readLevel(labels, "warn", minor);
  const isSet = stringField(labels, `${prefix}warn`) !== undefined;
  const isVersioned = stringField(labels, `${prefix}warn-version`) !== undefined;
  const followed = isVersioned
    ? { ...warn, level: enforce.level, text: `${enforce.level}:${warn.text.split(":")[1] ?? "latest"}` }
    : enforce;
  return {
    enforce,
    warn: isSet || enforce.level === "privileged" ? warn : followed,
    audit: readLevel(labels, "audit", minor),
  };
}

function readLevel(labels: JsonObject, mode: string, minor: number): SecurityLevel {
  const written = stringField(labels, `${prefix}${mode}`);
  const level = written === "baseline" || written === "restricted" ? written : "privileged";
  const [, digits] = /^v1\.(\d{1,3})$/v.exec(stringField(labels, `${prefix}${mode}-version`) ?? "") ?? [];
  return digits === undefined
    ? { level, version: minor, text: `${level}:latest` }
    : { level, version: Math.min(Number(digits), minor), text: `${level}:v1.${digits}` };
}

/**
 * Returns the violations of a level by a pod or a pod template in the words of the API server; empty if there
 * are none.
 */
export function violationsOf(pod: JsonValue, { level, version }: SecurityLevel): string {
  if (level === "privileged") {
    return "";
  }
  const view = podView(pod, version);
  const applies = ({ since = 0 }: { readonly since?: number }): boolean => since <= version;
  const restricted = level === "restricted" ? restrictedControls.filter(applies) : [];
  const replaced = new Set(restricted.map(({ replaces }) => replaces));
  const baseline = baselineControls.filter((control) => applies(control) && !replaced.has(control.id));
  return [...baseline.toSorted(byId), ...restricted]
    .map((control) => control.check(view))
    .filter((violation) => violation !== undefined)
    .map(({ reason, detail }) => `${reason} (${detail})`)
    .join(", ");
}

function byId(left: { readonly id: string }, right: { readonly id: string }): number {
  return left.id < right.id ? -1 : 1;
}
