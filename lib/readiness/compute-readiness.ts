import { field, type JsonObject, stringField } from "../object/json.ts";
import { metadataOf } from "../object/metadata.ts";
import { terminating } from "./condition/deletion-blockers.ts";
import { conditionsOf, staleStatus } from "./condition/condition.ts";
import { genericReadiness, withGrace } from "./condition/generic-conditions.ts";
import type { KindRule } from "./kind/kind-rule.ts";
import { job } from "./kind/job.ts";
import { ruleOf } from "./kind/kind-rules.ts";
import { kstatusReadiness, stalledReadiness } from "./condition/kstatus.ts";
import { pod } from "./kind/pod.ts";
import { withPodDiagnosis } from "./pod/diagnose-pods.ts";
import type { HealthRule, Readiness, ReadinessMode, Surroundings } from "./readiness.ts";
import { conditionsReadiness } from "./readiness-conditions.ts";
import { readyWhenReadiness } from "./evaluate-ready-when.ts";
import { plainLine, unknownReadiness, wantedReplicas, statusCount } from "./condition/readiness-result.ts";
import { groupKindOf } from "../object/object-ref.ts";

/**
 * Computes the readiness of an object from its live state and its context: by its own
 * `converge.dev/ready-when`, a health rule read from data, or the rule of its kind. Every verdict names the
 * rule that decided. Never throws, whatever the object contains. The rules are in `docs/apply/readiness.md`.
 *
 * Complexity: O(conditions + pods × log pods), and the cost of the health rule.
 */
export function computeReadiness(object: JsonObject, surroundings: Surroundings): Readiness {
  const deletion = field(metadataOf(object), "deletionTimestamp");
  if (typeof deletion === "string" && deletion !== "") {
    return byRule("deletion", terminating(object));
  }
  const rule = ruleOf(groupKindOf(object));
  const mode = surroundings.completes === true && isRun(rule) ? "converge" : surroundings.mode;
  const own = byOwnRule(object, rule, surroundings);
  if (own !== undefined) {
    return withPodsOf(object, own, { rule, mode, surroundings });
  }
  if (mode === "converge") {
    return withPodsOf(object, byKind(object, rule, surroundings), { rule, mode, surroundings });
  }
  return byRule(
    "kstatus",
    deletion === undefined || deletion === ""
      ? kstatusReadiness(object, rule, surroundings)
      : unknownReadiness("its deletionTimestamp cannot be read"),
  );
}

/** The verdict with the name of the rule that decided, unless it names one. */
function byRule(rule: string, said: Readiness): Readiness {
  return said.rule === undefined ? { ...said, rule } : said;
}

/** The readiness by a rule of the user: the object's annotation, else a health rule; undefined without. */
function byOwnRule(
  object: JsonObject,
  rule: KindRule | undefined,
  surroundings: Surroundings,
): Readiness | undefined {
  const { readyWhen, healthRules } = surroundings;
  if (readyWhen !== undefined) {
    return byRule("converge.dev/ready-when", byReadyWhen(object, rule, { ...surroundings, readyWhen }));
  }
  const conditions = conditionsReadiness(object);
  if (conditions !== undefined) {
    return byRule("helm.sh/readiness-success", conditions);
  }
  const given = healthRules?.given(object);
  return given === undefined ? undefined : byGivenRule(object, given, surroundings);
}

/** The readiness by a rule that the user gave. What is not ready names it: a mistake may be in the rule. */
function byGivenRule(object: JsonObject, given: HealthRule, surroundings: Surroundings): Readiness {
  const said = byHealthRule(object, given, surroundings);
  return said.state === "Current"
    ? said
    : { ...said, message: `${plainLine(said.message) || said.reason} (rule ${healthRuleName(given)})` };
}

function byHealthRule(object: JsonObject, rule: HealthRule, surroundings: Surroundings): Readiness {
  return { ...rule.judge(object, surroundings), rule: healthRuleName(rule) };
}

function healthRuleName({ name, origin }: HealthRule): string {
  return `${name} in ${origin}`;
}

/** Reports whether objects of that rule run to completion. */
function isRun(rule: KindRule | undefined): boolean {
  return rule === pod || rule === job;
}

/** The readiness by converge's own rules. */
function byKind(object: JsonObject, rule: KindRule | undefined, surroundings: Surroundings): Readiness {
  const stale = staleStatus(object);
  if (stale !== undefined) {
    return stale;
  }
  if (rule !== undefined) {
    return byRule(stringField(object, "kind") ?? "", rule.converge(object, surroundings));
  }
  const builtin = surroundings.healthRules?.builtin(object);
  return builtin === undefined
    ? genericReadiness(object, surroundings)
    : withGrace(object, byHealthRule(object, builtin, surroundings), surroundings);
}

/**
 * The readiness by the author's expectations. Until all of them hold, an object that its kind calls failed is
 * Failed, since it will not become ready; a custom resource only if it is Stalled, since any other failure it
 * reports may be the state that is waited for.
 */
function byReadyWhen(
  object: JsonObject,
  rule: KindRule | undefined,
  surroundings: Surroundings & { readonly readyWhen: string },
): Readiness {
  const said = readyWhenReadiness(object, surroundings.readyWhen);
  if (said.state !== "InProgress") {
    return said;
  }
  const ofKind =
    rule === undefined
      ? stalledReadiness(conditionsOf(object), ["Stalled"])
      : byKind(object, rule, surroundings);
  return ofKind?.state === "Failed" ? ofKind : said;
}

/** Includes the diagnosis of the pods of a workload, or of a Pod itself. kstatus ignores pods. */
function withPodsOf(
  object: JsonObject,
  said: Readiness,
  {
    rule,
    mode,
    surroundings,
  }: {
    readonly rule: KindRule | undefined;
    readonly mode: ReadinessMode;
    readonly surroundings: Surroundings;
  },
): Readiness {
  const { now, failuresAllowed } = surroundings;
  if (rule === pod && said.state === "Failed") {
    return said;
  }
  const pods = rule === pod ? [object] : surroundings.pods;
  if (pods === undefined || mode === "kstatus") {
    return said;
  }
  const diagnosed = withPodDiagnosis(said, pods, {
    now,
    countsFailures: rule?.countsFailures === true,
    ...(failuresAllowed === undefined ? {} : { allowed: failuresOf(object, failuresAllowed) }),
  });
  return diagnosed.state === said.state && said.rule !== undefined
    ? { ...diagnosed, rule: said.rule }
    : byRule("pods", diagnosed);
}

/**
 * The total number of allowed failures of an object's pods, where the limit is per replica
 * (`werf.io/failures-allowed-per-replica`).
 */
export function failuresOf(object: JsonObject, perReplica: number): number {
  switch (groupKindOf(object)) {
    case "apps/Deployment":
    case "apps/StatefulSet":
      return perReplica * wantedReplicas(object);
    case "apps/DaemonSet":
      return perReplica * Math.max(statusCount(object, "desiredNumberScheduled"), 1);
    default:
      return perReplica;
  }
}
