import type { Manifest } from "../../manifest/manifest.ts";
import {
  field,
  indexedList,
  type JsonValue,
  listField,
  type Path,
  stringField,
  stringsField,
} from "../../object/json.ts";
import { type AccessAttempt, allowedResource, type GrantedRule } from "../index/granted-rules.ts";
import { accountOf } from "../index/workload.ts";
import type { ManifestIndex } from "../index/manifest-index.ts";
import { serviceReference } from "../reference/reference.ts";

/** A workload with the permissions of its ServiceAccount. */
export interface PermittedWorkload {
  readonly workload: number;
  readonly rules: readonly GrantedRule[];
}

/** A custom kind, by the names that its resource may have in URLs. */
export type CustomResource = Pick<AccessAttempt, "group" | "plurals">;

/** A reason to take a workload for the controller of a custom resource. */
export interface ControllerEvidence {
  readonly workload: number;
  readonly by: Manifest;
  readonly path: Path;
  /** For people: `Deployment/x runs as ServiceAccount/y, which may update things/finalizers`. */
  readonly reason: string;
}

/** The subresources come first: to write them is the clearer sign of a controller. */
const written = ["/finalizers", "/status", ""];
const changing = ["update", "patch"];

/**
 * Returns the operators that may change resources of a kind in a namespace. Rules for all API groups, as of
 * cluster-admin, count only if no rule names the group: they do not say what the workload is for.
 */
export function permissionEvidence(
  set: ManifestIndex,
  operators: readonly PermittedWorkload[],
  { group, plurals, namespace }: CustomResource & { readonly namespace: string },
): { readonly specific: readonly ControllerEvidence[]; readonly general: readonly ControllerEvidence[] } {
  const resources = written.flatMap((part) => plurals.map((plural) => `${plural}${part}`));
  const attempt: AccessAttempt = { verbs: changing, group, plurals: resources, namespace };
  const specific: ControllerEvidence[] = [];
  const general: ControllerEvidence[] = [];
  for (const { workload, rules } of operators) {
    const allowing = rules.flatMap((rule) => {
      const resource = allowedResource(rule, attempt);
      return resource === undefined ? [] : [{ ...rule, resource }];
    });
    const named = allowing.find(({ rule }) => stringsField(rule, "apiGroups").includes(group));
    const best = named ?? allowing[0];
    if (best !== undefined) {
      const what =
        best.resource === "*" ? `all resources${named === undefined ? "" : ` of ${group}`}` : best.resource;
      const reason = `${runsAs(set.manifest(workload))}, which may ${verbOf(best.rule)} ${what}`;
      (named === undefined ? general : specific).push({ workload, by: best.by, path: best.path, reason });
    }
  }
  return { specific, general };
}

function runsAs(workload: Manifest): string {
  return `${workload.kind}/${workload.name} runs as ServiceAccount/${accountOf(workload).name}`;
}

function verbOf(rule: JsonValue): string {
  const verbs = stringsField(rule, "verbs");
  return verbs.includes("*") || verbs.includes("update") ? "update" : "patch";
}

const configurations = ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"];

/**
 * Returns the workloads that serve an admission webhook for a kind. Rules for all API groups do not count:
 * such a webhook enforces policies and controls nothing.
 */
export function webhookEvidence(set: ManifestIndex, resource: CustomResource): readonly ControllerEvidence[] {
  return configurations
    .flatMap((kind) => set.ofKind("admissionregistration.k8s.io", kind))
    .flatMap((configuration) => {
      const by = set.manifest(configuration);
      return indexedList(by.value, "webhooks")
        .filter(([, webhook]) => listField(webhook, "rules").some((rule) => isFor(rule, resource)))
        .flatMap(([index, webhook]) => {
          const service = serviceReference(field(webhook, "clientConfig"));
          return (service === undefined ? [] : set.backing(service)).map((workload) => ({
            workload,
            by,
            path: ["webhooks", index, "clientConfig", "service"],
            reason: servesWebhook(set.manifest(workload), webhook, by),
          }));
        });
    });
}

function isFor(rule: JsonValue, { group, plurals }: CustomResource): boolean {
  return (
    stringsField(rule, "apiGroups").includes(group) &&
    stringsField(rule, "resources").some((named) => ["*", ...plurals].includes(named.replace(/\/.*/, "")))
  );
}

function servesWebhook(workload: Manifest, webhook: JsonValue, by: Manifest): string {
  const name = stringField(webhook, "name") ?? "";
  return `${workload.kind}/${workload.name} serves the webhook ${name} of ${by.kind}/${by.name}`;
}
