import type { ExecutionContext } from "ava";

import type { Cluster } from "../../lib/client/model/cluster.ts";
import type { Unit } from "../../lib/sync/unit/unit.ts";
import type { LiveObject } from "../control-plane/api.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";
import { openTestCluster } from "../open-test-cluster.ts";
import { kubectl, reportUnits, type ReportedSync, reportedUnit } from "./reported-unit.ts";

/** A sidecar in a namespace of its own, with the unit `shop`. */
export interface StatusSite extends ReportedSync {
  readonly plane: TestCluster;
  readonly cluster: Cluster;
  readonly namespace: string;
  readonly path: string;
  /** Waits until the resource of the unit is as wanted. */
  readonly until: (wanted: (unit: LiveObject) => boolean) => Promise<LiveObject>;
  readonly kubectl: (...words: readonly string[]) => Promise<string>;
}

/** The least permissions with which everything is reported. */
const siteRights = [
  {
    apiGroups: ["converge.dev"],
    resources: ["units"],
    verbs: ["get", "list", "watch", "create", "patch", "delete"],
  },
  { apiGroups: ["converge.dev"], resources: ["units/status"], verbs: ["patch"] },
  { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
];

/** A sidecar with one unit, whose resource exists. */
export async function openSite(
  t: ExecutionContext,
  plane: TestCluster,
  units: readonly Unit[] = [reportedUnit("shop")],
): Promise<StatusSite> {
  const namespace = await plane.createNamespace(t);
  const kubeconfig = await plane.kubeconfigFor(t, { namespace, rules: siteRights });
  const cluster = await openTestCluster(t, kubeconfig);
  const site = siteIn(t, { plane, cluster, namespace });
  await site.status.configure(units);
  site.clock.pass(0);
  await site.until(() => true);
  return site;
}

/** A sidecar in an existing namespace. */
export function siteIn(
  t: ExecutionContext,
  {
    plane,
    cluster,
    namespace,
    sync = "main",
  }: Pick<StatusSite, "plane" | "cluster" | "namespace"> & { readonly sync?: string },
): StatusSite {
  const path = `/apis/converge.dev/v1/namespaces/${namespace}/units/shop`;
  return {
    ...reportUnits(t, cluster, { namespace, sync }),
    plane,
    cluster,
    namespace,
    path,
    kubectl: async (...words) => kubectl(plane, namespace, words),
    until: async (wanted) => {
      const found = await plane.until(path, (object) => object !== undefined && wanted(object));
      if (found === undefined) {
        throw new Error("there is no unit");
      }
      return found;
    },
  };
}

/** Whether the status of a unit has that phase. */
export function phaseIs(phase: string): (unit: LiveObject) => boolean {
  return ({ status }) => status?.["phase"] === phase;
}

/** `Ready=True`, … */
export function truths({ status }: LiveObject): readonly string[] {
  const { conditions }: { readonly conditions?: readonly Readonly<Record<string, string>>[] } = status ?? {};
  return (conditions ?? []).map((condition) => `${condition["type"]}=${condition["status"]}`);
}

/** Advances the clock, in steps that leave time for requests, until the resource of the unit is as wanted. */
export async function untilReported(
  site: StatusSite,
  wanted: (unit: LiveObject) => boolean,
): Promise<LiveObject> {
  for (;;) {
    const { status, object } = await site.plane.api("GET", site.path);
    if (status === 200 && object !== undefined && wanted(object)) {
      return object;
    }
    site.clock.pass(500);
  }
}

/** Whether a unit is ready at the revision whose commit consists of that letter. */
export function isReadyAt(letter: string): (unit: LiveObject) => boolean {
  return ({ status }) => {
    const { appliedRevision }: { readonly appliedRevision?: { readonly commit?: string } } = status ?? {};
    return status?.["phase"] === "Ready" && appliedRevision?.commit === letter.repeat(40);
  };
}

/** Resolves at the next command for a unit. */
export async function nextCommand({ status }: StatusSite): Promise<void> {
  return new Promise((resolve) => {
    status.onCommand(() => {
      resolve();
    });
  });
}

/** An Event as it is stored. */
export interface ReportedEvent {
  readonly type: string;
  readonly reason: string;
  readonly note: string;
  readonly regarding: { readonly uid?: string };
}

/** The Events of the namespace. */
export async function eventsOf({ plane, namespace }: StatusSite): Promise<readonly ReportedEvent[]> {
  const { text } = await plane.api("GET", `/apis/events.k8s.io/v1/namespaces/${namespace}/events`);
  const { items = [] }: { readonly items?: readonly ReportedEvent[] } = JSON.parse(text);
  return items;
}
