import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import { field, type JsonValue, listField, stringField, stringsField } from "../../object/json.ts";
import { labelsOf } from "../../object/metadata.ts";
import { readCrdNames } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { groupKindKey } from "../../object/object-ref.ts";
import { type LabelLookup, labelLookup, mayMatch } from "../../object/label-selector.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";
import { podTemplate } from "../index/workload.ts";
import type { Edge } from "../model/edge.ts";

/** A resource as webhook rules name it. */
interface Resource {
  readonly group: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

const pods: Resource = { group: "", plural: "pods", namespaced: true };

/** The API server never calls webhooks for webhook configurations (Kubernetes, dynamic admission control). */
const neverAsked = "admissionregistration.k8s.io/";

/**
 * Returns the objects of the set whose creation or update a webhook (an entry of `webhooks`) is called for:
 * those that its rules and selectors match, and workloads whose pods they match. CEL match conditions and
 * labels of a Namespace outside the set are unknown here and count as a match.
 */
export function matchWebhook(set: ManifestIndex, webhook: JsonValue): readonly number[] {
  return matchRules(set, listField(webhook, "rules"), webhook);
}

/**
 * Returns the objects that may match one of the rules and the selectors of the same webhook or policy, and
 * workloads whose pods may.
 */
export function matchRules(
  set: ManifestIndex,
  written: readonly JsonValue[],
  selectors: JsonValue,
): readonly number[] {
  const rules = written.filter(asksOnApply);
  if (rules.length === 0) {
    return [];
  }
  const asksAboutPods = rules.some((rule) => matchesResource(rule, pods));
  return [...set.kinds()]
    .filter(([kind]) => !kind.startsWith(neverAsked))
    .flatMap(([, members]) => {
      const first = set.manifest(members[0] ?? 0);
      const direct = rules.some((rule) => matchesResource(rule, resourceOf(set, first)));
      const byPods = asksAboutPods && podTemplate(first) !== undefined;
      return direct || byPods
        ? members.filter((index) => isSelected(set, selectors, { index, direct, byPods }))
        : [];
    });
}

function asksOnApply(rule: JsonValue): boolean {
  return stringsField(rule, "operations").some((operation) => ["CREATE", "UPDATE", "*"].includes(operation));
}

function resourceOf(set: ManifestIndex, manifest: Manifest): Resource {
  const { group, kind, namespace } = manifest.ref;
  const definition = set.definitions().get(groupKindKey(manifest.ref));
  const defined = definition === undefined ? undefined : readCrdNames(set.manifest(definition)).plural;
  const plural = builtinKind(group, kind)?.plural ?? defined ?? `${kind.toLowerCase()}s`;
  return { group, plural, namespaced: namespace !== "" };
}

/** Reports whether a rule names the resource of an object, whatever its operations and selectors. */
export function ruleNames(set: ManifestIndex, rule: JsonValue, manifest: Manifest): boolean {
  return matchesResource(rule, resourceOf(set, manifest));
}

/**
 * Versions do not matter: with `matchPolicy: Equivalent`, the default, a rule matches every version of a
 * resource.
 */
function matchesResource(rule: JsonValue, resource: Resource): boolean {
  const groups = stringsField(rule, "apiGroups");
  const scope = stringField(rule, "scope") ?? "*";
  return (
    (groups.includes("*") || groups.includes(resource.group)) &&
    stringsField(rule, "resources").some((named) => namesResource(named, resource)) &&
    (scope === "*" || (scope === "Namespaced") === resource.namespaced)
  );
}

/** A rule for all subresources of a resource includes the resource itself, as the API server has it. */
function namesResource(named: string, { plural }: Resource): boolean {
  return ["*", "*/*", plural, `${plural}/*`].includes(named);
}

interface Candidate {
  readonly index: number;
  readonly direct: boolean;
  readonly byPods: boolean;
}

function isSelected(set: ManifestIndex, selectors: JsonValue, candidate: Candidate): boolean {
  const manifest = set.manifest(candidate.index);
  const selector = field(selectors, "objectSelector");
  return (
    mayMatch(field(selectors, "namespaceSelector"), namespaceLabels(set, manifest)) &&
    ((candidate.direct && mayMatch(selector, labelLookup(manifest.value))) ||
      (candidate.byPods && mayMatch(selector, labelLookup(podTemplate(manifest)))))
  );
}

/**
 * The labels that a namespaceSelector is matched against: those of the object's Namespace, of a Namespace
 * itself, unknown otherwise.
 */
function namespaceLabels(set: ManifestIndex, manifest: Manifest): LabelLookup {
  if (manifest.ref.namespace === "") {
    // A cluster-scoped object is not subject to the selector, but a Namespace is, by its own labels.
    return manifest.ref.kind === "Namespace" && manifest.ref.group === ""
      ? ownLabels(manifest)
      : () => undefined;
  }
  const { namespace } = manifest.ref;
  const known = set.lookUp("", "Namespace", { namespace: "", name: namespace });
  return known === undefined
    ? (name) => (name === "kubernetes.io/metadata.name" ? namespace : undefined)
    : ownLabels(set.manifest(known));
}

/** Every Namespace carries its name as the label `kubernetes.io/metadata.name`, whether specified or not. */
function ownLabels(namespace: Manifest): LabelLookup {
  const labels = labelsOf(namespace.value);
  return (name) =>
    name === "kubernetes.io/metadata.name" ? namespace.name : (stringField(labels, name) ?? null);
}

/** A Service of the set and the workloads behind it. */
interface WebhookBackend {
  readonly service: { readonly namespace: string; readonly name: string } | undefined;
  readonly workloads: readonly number[];
}

/**
 * Returns everything that a webhook's own pods need to run: the workloads behind its Service, the Service,
 * and all that they wait for. `needs` holds the edges by their dependent. Complexity: linear in the edges
 * walked.
 */
export function backendsOf(
  set: ManifestIndex,
  needs: ReadonlyMap<number, readonly Edge[]>,
  backing: WebhookBackend,
): ReadonlySet<number> {
  const found = new Set<number>(backing.workloads);
  const service = backing.service && set.lookUp("", "Service", backing.service);
  if (service !== undefined) {
    found.add(service);
  }
  for (const index of found) {
    // The iteration of a Set reaches elements added meanwhile, so this walks the closure.
    for (const edge of needs.get(index) ?? []) {
      found.add(edge.to);
    }
  }
  return found;
}
