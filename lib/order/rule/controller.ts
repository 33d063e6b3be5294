import { isCrd, readCrdNames } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import type { Edge } from "../model/edge.ts";
import { allows, type AccessAttempt, type GrantedRule, grantedRules } from "../index/granted-rules.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";

const changing = ["update", "patch"];
const reading = ["get", "list", "watch"];

/**
 * Returns the edges by which an operator outlives its custom resources: a custom resource needs the workloads
 * whose ServiceAccount may change it by roles of the set, since these remove its finalizers; and such a
 * workload needs the ConfigMaps and Secrets of its namespace that it may read. For deletions only: when a
 * custom resource is created, its operator may come later. Complexity: O(custom resources × operators).
 */
export function controllerEdges(set: ManifestIndex, edges: readonly Edge[]): readonly Edge[] {
  const kinds = customKinds(set);
  if (kinds.length === 0) {
    return [];
  }
  const grants = Map.groupBy(
    edges.filter(({ rule }) => rule === "grants"),
    ({ from }) => from,
  );
  // Only an aggregated ClusterRole has `reference` edges that wait until ready.
  const gathered = Map.groupBy(
    edges.filter(({ rule, until }) => rule === "reference" && until === "ready"),
    ({ from }) => from,
  );
  return [...grants].flatMap(([workload, bindings]) => {
    const rules = bindings.flatMap(({ to }) => grantedRules(set, to, gathered));
    const controlled = endsByItself(set.manifest(workload))
      ? []
      : controlledBy(set, { workload, rules }, kinds);
    return controlled.length === 0 ? [] : [...controlled, ...readBy(set, { workload, rules })];
  });
}

/** A workload with the permissions of its ServiceAccount. */
interface Operator {
  readonly workload: number;
  readonly rules: readonly GrantedRule[];
}

interface CustomKind extends Pick<AccessAttempt, "group" | "plurals"> {
  readonly members: readonly number[];
}

/** Jobs have done their work by the time of a deletion. */
function endsByItself({ ref: { group, kind } }: Manifest): boolean {
  return group === "batch" && (kind === "Job" || kind === "CronJob");
}

function customKinds(set: ManifestIndex): readonly CustomKind[] {
  return [...set.kinds().values()].flatMap((members) => {
    const first = set.manifest(members[0] ?? 0);
    const { group, kind } = first.ref;
    return builtinKind(group, kind) !== undefined || isCrd(first)
      ? []
      : [{ group, plurals: pluralsOf(set, first), members }];
  });
}

/** The name of a resource in URLs; if its CRD is not in the set, the names that it may have. */
function pluralsOf(set: ManifestIndex, { ref }: Manifest): readonly string[] {
  const definition = set.definitions().get(groupKindKey(ref));
  const word = ref.kind.toLowerCase();
  const plurals =
    definition === undefined
      ? [`${word}s`, `${word}es`, word.replace(/y$/, "ies")]
      : [readCrdNames(set.manifest(definition)).plural];
  return [...plurals, ...plurals.map((plural) => `${plural}/finalizers`)];
}

function controlledBy(
  set: ManifestIndex,
  { workload, rules }: Operator,
  kinds: readonly CustomKind[],
): readonly Edge[] {
  return kinds.flatMap(({ group, plurals, members }) =>
    members.flatMap((from): readonly Edge[] => {
      const { namespace } = set.manifest(from).ref;
      const granted = rules.find((rule) => allows(rule, { verbs: changing, group, plurals, namespace }));
      return granted === undefined
        ? []
        : [{ from, to: workload, until: "ready", rule: "controller", by: granted.by, path: granted.path }];
    }),
  );
}

function readBy(set: ManifestIndex, { workload: from, rules }: Operator): readonly Edge[] {
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
