import type { RuleName } from "../model/edge.ts";

/**
 * The strength of an edge when edges contradict each other; the smaller number wins.
 *
 *     0  never given up: namespace, custom resource
 *     1  explicit: depends-on, dependencies of werf, rules of kapp, order of charts (weights, hooks are not edges)
 *     2  without it the API server refuses, or a pod never starts
 *     3  written, to be given up for anything above: optional change rules of kapp
 *     4  without it something starts too early and is retried
 */
export type EdgePriority = 0 | 1 | 2 | 3 | 4;

const strengths: Readonly<Record<RuleName, EdgePriority>> = {
  namespace: 0,
  "custom-resource": 0,
  "depends-on": 1,
  "deploy-dependency": 1,
  "delete-dependency": 1,
  "external-dependency": 1,
  "change-rule": 1,
  subchart: 1,
  "resource-group": 1,
  "conversion-webhook": 2,
  "aggregated-api": 2,
  "admission-webhook": 2,
  "admission-policy": 2,
  controller: 2,
  scheduler: 2,
  "optional-change-rule": 3,
  grants: 4,
  reference: 4,
  guards: 4,
  ungrouped: 4,
  "wave-order": 4,
};

/** Returns the strength of the edges of a rule. */
export function strengthOf(rule: RuleName): EdgePriority {
  return strengths[rule];
}

/**
 * Reports whether the API server refuses an object, or its pods never start, without what the edges of a rule
 * lead to.
 */
export function isNeededToStart(rule: RuleName): boolean {
  return strengths[rule] === 2;
}

/** Reports whether an edge is hard, whatever else is specified: it is never given up for an implicit one. */
export function isHardEdge(rule: RuleName): boolean {
  return strengths[rule] <= 1;
}
