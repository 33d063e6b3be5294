import { staticKinds, optionalStatusKinds, podDisruptionBudget } from "./static-kinds.ts";
import { apiService } from "./api-service.ts";
import { customResourceDefinition } from "./custom-resource-definition.ts";
import { daemonSet } from "./daemon-set.ts";
import { deployment } from "./deployment.ts";
import { horizontalPodAutoscaler } from "./horizontal-pod-autoscaler.ts";
import { job } from "./job.ts";
import type { KindRule } from "./kind-rule.ts";
import { namespace } from "./namespace.ts";
import { persistentVolumeClaim } from "./persistent-volume-claim.ts";
import { pod } from "./pod.ts";
import { replicaSet, replicationController } from "./replica-set.ts";
import { service } from "./service.ts";
import { statefulSet } from "./stateful-set.ts";
import { webhookConfiguration } from "./webhook-configuration.ts";

/** The kinds that have a rule of their own; a new one needs a file and a line here. */
const rules: readonly KindRule[] = [
  staticKinds,
  apiService,
  customResourceDefinition,
  daemonSet,
  deployment,
  horizontalPodAutoscaler,
  job,
  namespace,
  optionalStatusKinds,
  persistentVolumeClaim,
  pod,
  podDisruptionBudget,
  replicaSet,
  replicationController,
  service,
  statefulSet,
  webhookConfiguration,
];

const byKind: ReadonlyMap<string, KindRule> = new Map(
  rules.flatMap((rule) => rule.kinds.map((kind) => [kind, rule] as const)),
);

/**
 * The rule of a kind, by its group and kind (`apps/Deployment`, `/Pod`); undefined if it has none of its own.
 */
export function ruleOf(groupKind: string): KindRule | undefined {
  return byKind.get(groupKind);
}
