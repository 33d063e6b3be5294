import { matchDependency } from "../order/index/match-dependency.ts";
import type { Edge } from "../order/model/edge.ts";
import { controllerEdges } from "../order/rule/controller.ts";
import { grantsByIdentity, grantsTo } from "../order/rule/role-bindings.ts";
import type { ManifestIndex } from "../order/index/manifest-index.ts";
import { objectField, stringField, valueAt } from "../object/json.ts";
import { groupKindKey } from "../object/object-ref.ts";

/** The edges that hold only when a set is deleted, in addition to those by which it is created. */
export function deletionEdges(set: ManifestIndex, edges: readonly Edge[]): readonly Edge[] {
  return [
    ...writtenEdges(set),
    ...callerEdges(set, edges),
    ...converterEdges(set, edges),
    ...controllerEdges(set, edges),
    ...accountEdges(set),
  ];
}

/**
 * The edges by which a set is created, as they count in its deletion: change rules of kapp for applying order
 * only that, so that a rule for deleting, or any other edge, precedes their reverse.
 */
export function inDeletion(edges: readonly Edge[]): readonly Edge[] {
  return edges.map((edge) =>
    edge.rule === "change-rule" ? { ...edge, rule: "optional-change-rule", weight: -1 } : edge,
  );
}

/**
 * `werf.io/delete-dependency-<id>`: the object is deleted after those that it names, so these count as
 * needing it.
 */
function writtenEdges(set: ManifestIndex): readonly Edge[] {
  return set.directives.flatMap((directives, to) =>
    directives.deleteDependencies.flatMap((selector) =>
      matchDependency(set, selector)
        .filter((from) => from !== to)
        .map((from) => ({
          from,
          to,
          until: "ready" as const,
          rule: "delete-dependency" as const,
          by: set.manifest(to),
          path: selector.path,
        })),
    ),
  );
}

/** Kinds that make the API server call a Service. */
const callers: ReadonlySet<string> = new Set([
  "apiregistration.k8s.io/APIService",
  "admissionregistration.k8s.io/MutatingWebhookConfiguration",
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration",
]);

/**
 * Keeps a Service that the API server calls until the object that registers it is gone: without the Service,
 * the API server refuses the requests that it would call it for.
 */
function callerEdges(set: ManifestIndex, edges: readonly Edge[]): readonly Edge[] {
  return edges
    .filter(
      ({ from, to, until }) =>
        until === "present" &&
        set.manifest(to).kind === "Service" &&
        callers.has(groupKindKey(set.manifest(from).ref)),
    )
    .map((edge) => ({ ...edge, until: "ready" }));
}

/** Keeps the Service of a conversion webhook until the custom resources that it converts are gone. */
function converterEdges(set: ManifestIndex, edges: readonly Edge[]): readonly Edge[] {
  return edges
    .filter(({ rule }) => rule === "conversion-webhook")
    .flatMap((edge) => {
      const service = valueAt(edge.by.value, edge.path);
      const [namespace = "", name = ""] = [stringField(service, "namespace"), stringField(service, "name")];
      const to = set.lookUp("", "Service", { namespace, name });
      return to === undefined ? [] : [{ ...edge, to }];
    });
}

/** Objects of kapp-controller, which deletes what they have created with the rights of a ServiceAccount. */
const deployers: ReadonlySet<string> = new Set([
  "kappctrl.k14s.io/App",
  "packaging.carvel.dev/PackageInstall",
]);

/**
 * Keeps the ServiceAccount of an App or a PackageInstall, and the bindings that grant it its rights, until
 * that is gone: its finalizer is never removed without them. `converge.dev/controller: none` on it prevents
 * the edges.
 */
function accountEdges(set: ManifestIndex): readonly Edge[] {
  const users = [...deployers]
    .flatMap((kind) => set.kinds().get(kind) ?? [])
    .filter((user) => set.directives[user]?.isUncontrolled !== true);
  if (users.length === 0) {
    return [];
  }
  const grants = grantsByIdentity(set);
  const path = ["spec", "serviceAccountName"];
  return users.flatMap((from) => {
    const by = set.manifest(from);
    const { namespace } = by.ref;
    const name = stringField(objectField(by.value, "spec"), "serviceAccountName") ?? "";
    if (name === "") {
      return [];
    }
    const account = set.lookUp("", "ServiceAccount", { namespace, name });
    const bindings = grantsTo({ namespace, name }, grants).map(({ binding }) => binding);
    const kept = account === undefined ? bindings : [account, ...bindings];
    return kept.map((to) => ({ from, to, until: "ready", rule: "controller", by, path }) as const);
  });
}
