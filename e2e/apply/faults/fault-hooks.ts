/**
 * The hooks of the set that is applied under faults: of every event and every delete policy, and one that
 * another one needs.
 */
import type { SetObject } from "./fault-set.ts";

/** The hook annotations of an object. */
interface HookWords {
  readonly events: string;
  readonly weight?: number;
  readonly policy?: string;
}

/**
 * The hooks of one version, in its namespace. Those that stay are the same at every event and in every
 * version, so that the final state does not depend on the steps taken; those of a single event leave nothing
 * behind.
 */
export function hooksOf(home: string, isBroken: boolean): readonly SetObject[] {
  const before = "pre-install,pre-upgrade,pre-rollback";
  const after = "post-install,post-upgrade,post-rollback";
  const both = "before-hook-creation,hook-succeeded";
  return [
    hook(home, "before", { events: before, weight: -7 }),
    hook(home, "after", { events: after, weight: 7 }),
    {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: metadataOf(home, "runner", { events: before, weight: -5 }),
    },
    job(home, "prepare", { events: before, policy: both, spec: { serviceAccountName: "runner" } }),
    // Without before-hook-creation: an object left by a killed run is not in the way.
    pod(home, "once", { events: after, policy: "hook-succeeded" }),
    job(home, "stays", { events: after, weight: 1, policy: "before-hook-creation,hook-failed" }),
    job(home, "check", {
      events: after,
      weight: 2,
      policy: "before-hook-creation,hook-succeeded,hook-failed",
      annotations: isBroken ? { "converge.test/pod": "fail" } : {},
    }),
    job(home, "farewell", { events: "pre-delete", policy: both }),
    job(home, "last-word", { events: "post-delete" }),
  ];
}

function metadataOf(
  namespace: string,
  name: string,
  { events, weight = 0, policy }: HookWords,
): SetObject["metadata"] {
  const annotations = {
    "helm.sh/hook": events,
    "helm.sh/hook-weight": String(weight),
    ...(policy === undefined ? {} : { "helm.sh/hook-delete-policy": policy }),
  };
  return { name, namespace, annotations };
}

function hook(home: string, name: string, words: HookWords): SetObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: metadataOf(home, name, words), data: { name } };
}

interface JobWords extends HookWords {
  /** Annotations of its pod. */
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** A Job needs a second and a half to complete, so there are few of them; a pod is quick. */
function job(home: string, name: string, { annotations = {}, spec = {}, ...words }: JobWords): SetObject {
  const template = { metadata: { annotations }, spec: { ...running, ...spec } };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: metadataOf(home, name, words),
    spec: { backoffLimit: 0, template },
  };
}

/** No pod is recreated at once: KWOK deletes a pod a second time by name only, and would hit the new one. */
function pod(home: string, name: string, words: HookWords): SetObject {
  const { annotations, ...metadata } = metadataOf(home, name, words);
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...metadata, annotations: { ...annotations, "converge.test/complete-after": "50ms" } },
    spec: { ...running, automountServiceAccountToken: false },
  };
}

const running: Readonly<Record<string, unknown>> = {
  terminationGracePeriodSeconds: 0,
  restartPolicy: "Never",
  containers: [{ name: "main", image: "hook" }],
};
