import type { OrderRule } from "./model/edge.ts";
import { admissionPolicyRule } from "./rule/admission-policy.ts";
import { admissionWebhookRule } from "./rule/admission-webhook.ts";
import { aggregatedApiRule } from "./rule/aggregated-api.ts";
import { aggregatedRoleRule } from "./rule/aggregated-role.ts";
import { changeRuleRule } from "./rule/change-rule.ts";
import { conversionWebhookRule } from "./rule/conversion-webhook.ts";
import { customResourceRule } from "./rule/custom-resource.ts";
import { dependsOnRule } from "./rule/depends-on.ts";
import { deployDependencyRule } from "./rule/deploy-dependency.ts";
import { externalDependencyRule } from "./rule/external-dependency.ts";
import { roleBindingRule } from "./rule/role-bindings.ts";
import { namespacePolicyRule } from "./rule/namespace-policies.ts";
import { namespaceRule } from "./rule/namespace.ts";
import { referenceRule } from "./rule/reference.ts";
import { resourceGroupRule } from "./rule/resource-group.ts";
import { subchartRule } from "./rule/subchart.ts";
import { schedulerRule } from "./rule/scheduler.ts";

/**
 * Every ordering rule, in the order in which they run. The admission webhook rule reads the edges of the
 * others.
 */
export const rules: readonly OrderRule[] = [
  namespaceRule,
  customResourceRule,
  dependsOnRule,
  deployDependencyRule,
  externalDependencyRule,
  changeRuleRule,
  conversionWebhookRule,
  aggregatedApiRule,
  schedulerRule,
  roleBindingRule,
  referenceRule,
  aggregatedRoleRule,
  namespacePolicyRule,
  subchartRule,
  resourceGroupRule,
  admissionPolicyRule,
  admissionWebhookRule,
];
