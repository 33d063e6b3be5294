import { isCrd, readCrdNames } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import type { Edge } from "../model/edge.ts";
import { allows, grantedRules } from "../index/granted-rules.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";
import {
  type ControllerEvidence,
  type CustomResource,
  type PermittedWorkload,
  permissionEvidence,
  webhookEvidence,
} from "./controller-evidence.ts";

const reading = ["get", "list", "watch"];

/**
 * Returns the edges by which an operator outlives its custom resources: a custom resource needs the workloads
 * whose ServiceAccount may change it by roles of the set, or that serve webhooks for it, since these remove
 * its finalizers; and such a workload needs its Services, and the ConfigMaps and Secrets of its namespace
 * that it may read. For deletions only: when a custom resource is created, its operator may come later.
 * `converge.dev/controller: none` on either of them prevents the edge. Complexity: O(custom resources ×
 * operators).
 */
export function controllerEdges(set: ManifestIndex, edges: readonly Edge[]): readonly Edge[] {
  const kinds = customKinds(set);
  if (kinds.length === 0) {
    return [];
  }
  const operators = operatorsOf(set, edges);
  const converting = new Set(
    edges.filter(({ rule }) => rule === "conversion-webhook").map(({ from }) => from),
  );
  const controlling = kinds.flatMap((kind) => controlledOf(set, { kind, operators, converting }));
  const workloads = new Set(controlling.map(({ to }) => to));
  return [
    ...controlling,
    ...operators.filter(({ workload }) => workloads.has(workload)).flatMap((each) => readBy(set, each)),
    ...servicesOf(set, workloads),
  ];
}

function operatorsOf(set: ManifestIndex, edges: readonly Edge[]): readonly PermittedWorkload[] {
  const grants = Map.groupBy(
    edges.filter(({ rule }) => rule === "grants"),
    ({ from }) => from,
  );
  // Only an aggregated ClusterRole has `reference` edges that wait until ready.
  const gathered = Map.groupBy(
    edges.filter(({ rule, until }) => rule === "reference" && until === "ready"),
    ({ from }) => from,
  );
  return [...grants]
    .filter(([workload]) => mayControl(set, workload))
    .map(([workload, bindings]) => ({
      workload,
      rules: bindings.flatMap(({ to }) => grantedRules(set, to, gathered)),
    }));
}

/** Jobs have done their work by the time of a deletion. */
function mayControl(set: ManifestIndex, workload: number): boolean {
  const { group, kind } = set.manifest(workload).ref;
  return group !== "batch" && set.directives[workload]?.isUncontrolled !== true && kind !== "CronJob";
}

interface CustomKind extends CustomResource {
  readonly members: readonly number[];
}

function customKinds(set: ManifestIndex): readonly CustomKind[] {
  return [...set.kinds().values()].flatMap((all) => {
    const first = set.manifest(all[0] ?? 0);
    const { group, kind } = first.ref;
    if (builtinKind(group, kind) !== undefined || isCrd(first)) {
      return [];
    }
    const members = all.filter((member) => set.directives[member]?.isUncontrolled !== true);
    return [{ group, plurals: pluralsOf(set, first), members }];
  });
}

/** The name of a resource in URLs; if its CRD is not in the set, the names that it may have. */
function pluralsOf(set: ManifestIndex, { ref }: Manifest): readonly string[] {
  const definition = set.definitions().get(groupKindKey(ref));
  const word = ref.kind.toLowerCase();
  return definition === undefined
    ? [`${word}s`, `${word}es`, word.replace(/y$/, "ies")]
    : [readCrdNames(set.manifest(definition)).plural];
}

interface Controlling {
  readonly kind: CustomKind;
  readonly operators: readonly PermittedWorkload[];
  /** The custom resources that wait for a conversion webhook anyway. */
  readonly converting: ReadonlySet<number>;
}

/** The edges of the custom resources of a kind to their controllers. */
function controlledOf(set: ManifestIndex, { kind, operators, converting }: Controlling): readonly Edge[] {
  const served = webhookEvidence(set, kind).filter(({ workload }) => mayControl(set, workload));
  const byNamespace = Map.groupBy(kind.members, (member) => set.manifest(member).ref.namespace);
  return [...byNamespace].flatMap(([namespace, members]) => {
    const { specific, general } = permissionEvidence(set, operators, { ...kind, namespace });
    const certain = unique([...specific, ...served]);
    return members.flatMap((from) => {
      const found = certain.length > 0 || converting.has(from) ? certain : general;
      return found.map(({ workload: to, by, path, reason }): Edge => {
        return { from, to, until: "ready", rule: "controller", by, path, reason };
      });
    });
  });
}

/** The first reason for each workload. */
function unique(found: readonly ControllerEvidence[]): readonly ControllerEvidence[] {
  return [...Map.groupBy(found, ({ workload }) => workload).values()].flatMap((all) => all.slice(0, 1));
}

function readBy(set: ManifestIndex, { workload: from, rules }: PermittedWorkload): readonly Edge[] {
  const { namespace } = set.manifest(from).ref;
  return ["ConfigMap", "Secret"].flatMap((kind) => {
    const plurals = [`${kind.toLowerCase()}s`];
    const granted = rules.find((rule) => allows(rule, { verbs: reading, group: "", plurals, namespace }));
    return granted === undefined
      ? []
      : set
          .ofKind("", kind)
          .filter((to) => set.manifest(to).ref.namespace === namespace)
          .map((to): Edge => {
            const { by, path } = granted;
            return { from, to, until: "present", rule: "controller", by, path };
          });
  });
}

/** The API server and others may call a controller as long as it is there. */
function servicesOf(set: ManifestIndex, workloads: ReadonlySet<number>): readonly Edge[] {
  return set.ofKind("", "Service").flatMap((to) => {
    const by = set.manifest(to);
    return set
      .backing(by.ref)
      .filter((from) => workloads.has(from))
      .map((from): Edge => ({
        from,
        to,
        until: "present",
        rule: "controller",
        by,
        path: ["spec", "selector"],
      }));
  });
}
