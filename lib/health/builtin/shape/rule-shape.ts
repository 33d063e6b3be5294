import type { RuleCase, RuleDefinition, RuleState } from "../../rule-definition.ts";

/** The rules for the kinds of one project. */
export interface BuiltinProject {
  readonly name: string;
  readonly rules: readonly RuleDefinition[];
}

/** Cases in order; a list means its cases. */
type Cases = readonly (RuleCase | readonly RuleCase[])[];

/** Names a project and its rules. */
export function project(name: string, ...rules: readonly RuleDefinition[]): BuiltinProject {
  return { name, rules };
}

/** The rule for kinds, separated by spaces, of a group. Without a case that applies: in progress. */
export function rule(group: string, kinds: string, ...cases: Cases): RuleDefinition {
  return { group, kinds: kinds.split(" "), cases: cases.flat() };
}

/** A case with an expression for its message. */
type ByExpression = (when?: string, message?: string) => RuleCase;

function byExpression(state: RuleState): ByExpression {
  return (when, message) => ({
    state,
    ...(when === undefined ? {} : { when }),
    ...(message === undefined ? {} : { message }),
  });
}

/** The object is ready if the expression holds; without one: always. */
export const currentWhen: ByExpression = byExpression("Current");
/** The object has failed if the expression holds. */
export const failedWhen: ByExpression = byExpression("Failed");
/** The object is in progress if the expression holds. */
export const waitingWhen: ByExpression = byExpression("InProgress");
/** Work on the object is paused if the expression holds. */
export const suspendedWhen: ByExpression = byExpression("Suspended");

/** Cases by conditions: `Ready`, `Ready=False`, `Ready=False/Creating`, the last with a reason. */
type ByCondition = (...conditions: readonly string[]) => readonly RuleCase[];

function byCondition(state: RuleState): ByCondition {
  return (...conditions) =>
    conditions.map((text) => {
      const [, type = "", status = "True", reason] = /^([^=]+)(?:=([^/]+)(?:\/(.+))?)?$/.exec(text) ?? [];
      const at = conditionAt(type);
      const because = reason === undefined ? "" : ` && ${at}.reason == '${reason}'`;
      return { ...withCause(state, at), when: `${at}.status == '${status}'${because}` };
    });
}

/** The object is ready by one of these conditions. */
export const currentOn: ByCondition = byCondition("Current");
/** The object has failed by one of these conditions. */
export const failedOn: ByCondition = byCondition("Failed");
/** The object is in progress by one of these conditions. */
export const waitingOn: ByCondition = byCondition("InProgress");
/** Work on the object is paused by one of these conditions. */
export const suspendedOn: ByCondition = byCondition("Suspended");

function conditionAt(type: string): string {
  return `conditions['${type}']`;
}

function withCause(state: RuleState, at: string): RuleCase {
  return { state, reason: `${at}.reason`, message: `${at}.message` };
}

/** Parts of reasons with which controllers report a failure. */
const failing =
  "(?i)(fail|error|invalid|denied|forbidden|unauth|notfound|not found|missing|exceed|conflict|unsupported|notallowed|notpermitted|reject|misconfig|degraded|unreachable|timeout|timedout|terminal|fatal|mismatch|alreadyexist|stalled|aborted)";

/** Parts of reasons with which controllers report work that is not finished. */
const working =
  "(?i)(creat|pending|progress|wait|initiali|provision|updat|upgrad|reconcil|delet|terminat|schedul|start|scaling|install|pull|clon|bootstrap|notready|not ready|issuing|deploy|restor|join|migrat|queue|request|outdated|unknown|inprogress|running|rolling|notyet|launch)";

/** Cases for a condition whose False may mean that work goes on: failed only with the reason of a failure. */
export function ready(type = "Ready"): readonly RuleCase[] {
  const at = conditionAt(type);
  return [
    ...currentOn(type),
    { ...withCause("Failed", at), when: `${at}.status == 'False' && ${at}.reason.matches('${failing}')` },
    { ...withCause("InProgress", at), when: `${at}.status in ['False', 'Unknown']` },
  ];
}

/** Cases for a condition whose False means a failure: in progress only with a reason of unfinished work. */
export function readyOrFailed(type = "Ready"): readonly RuleCase[] {
  const at = conditionAt(type);
  const unfinished = `${at}.reason.matches('${working}') && !${at}.reason.matches('${failing}')`;
  return [
    ...currentOn(type),
    { ...withCause("InProgress", at), when: `${at}.status == 'False' && ${unfinished}` },
    ...failedOn(`${type}=False`),
    ...waitingOn(`${type}=Unknown`),
  ];
}

/** Words of a phase, separated by spaces, in any case of letters. */
export interface PhaseWords {
  readonly current?: string;
  readonly failed?: string;
  readonly suspended?: string;
}

/** Cases for a word such as `status.phase`; any other word is in progress. */
export function phase(path: string, words: PhaseWords, message?: string): readonly RuleCase[] {
  const among = (list: string): string =>
    `${path}.lowerAscii() in [${list
      .toLowerCase()
      .split(" ")
      .map((word) => `'${word}'`)
      .join(", ")}]`;
  const cases: readonly (readonly [RuleState, string | undefined])[] = [
    ["Current", words.current],
    ["Failed", words.failed],
    ["Suspended", words.suspended],
  ];
  const because = { reason: path, ...(message === undefined ? {} : { message }) };
  return [
    ...cases.flatMap(([state, list]) =>
      list === undefined ? [] : [{ state, when: among(list), ...because }],
    ),
    { state: "InProgress", when: `${path} != ''`, ...because },
  ];
}

/** The case that a field of the spec, for instance `suspend` or `paused`, is true. */
export function suspendedBy(name: string): RuleCase {
  return suspendedWhen(`spec.${name} == true`);
}

/** Cases for operators that report the conditions Available, Progressing and Degraded. */
export function operatorStatus(): readonly RuleCase[] {
  return [...failedOn("Degraded"), ...waitingOn("Progressing"), ...ready("Available")];
}

/** Cases for operators that report the conditions Running, Successful and Failure. */
export function ansibleStatus(): readonly RuleCase[] {
  return [
    ...failedOn("Failure"),
    ...currentOn("Successful", "Running=True/Successful"),
    ...waitingOn("Running"),
  ];
}

/** The case that `field` of the status counts as many as the spec's `replicas`, 1 by default. */
export function replicasReady(name = "readyReplicas"): RuleCase {
  return currentWhen(`status.${name} >= spec.?replicas.orValue(1)`);
}
