import type { Outcome, Result } from "../../apply/model/event.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";
import type { Unit } from "./unit.ts";
import type { RunReason } from "./unit-state.ts";

/** Returns the short name of a ref: `main` for `refs/heads/main`; other names are unchanged. */
export function refName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, "");
}

/** Returns the name of a revision in records and messages: `main@sha1:1a2b…`, the form that Flux uses too. */
export function revisionName({ ref, commit }: Pick<GitRevision, "ref" | "commit">): string {
  const algorithm = commit.length === 64 ? "sha256" : "sha1";
  return ref === commit ? `${algorithm}:${commit}` : `${refName(ref)}@${algorithm}:${commit}`;
}

/** Returns the name of a revision for people: `main@1a2b3c4d5e6f`. */
export function shortRevision({ ref, commit }: Pick<GitRevision, "ref" | "commit">): string {
  return ref === commit ? commit.slice(0, 12) : `${refName(ref)}@${commit.slice(0, 12)}`;
}

const reasonWords: Readonly<Record<RunReason, string>> = {
  start: "applies",
  revision: "applies",
  retry: "retries",
  request: "applies, as requested,",
  drift: "corrects drift from",
  recheck: "compares the cluster with",
  approval: "applies, as approved,",
};

/** Describes the start of a run, in one line. */
export function startMessage(reason: RunReason, revision: GitRevision): string {
  return `${reasonWords[reason]} ${shortRevision(revision)}`;
}

/** Describes the end of a run, in one line: for a set that was refused, what is wrong with it. */
export function endMessage(
  result: Result,
  diagnostics: readonly Diagnostic[],
  revision: GitRevision,
): string {
  const faults = result.verdict === "refused" ? faultWords(diagnostics) : undefined;
  return faults ?? resultWords(result, revision);
}

/** Describes the end of a run, by its objects. */
export function resultWords(result: Result, revision: GitRevision): string {
  if (result.verdict === "converged") {
    return convergedWords(result.outcomes, revision);
  }
  const bad = result.outcomes.filter(isBad);
  const [first] = bad.toSorted((left, right) => rankOf(left) - rankOf(right));
  if (first === undefined) {
    return firstLine(result.message ?? result.verdict);
  }
  const many = bad.length === 1 ? "" : ` (and ${bad.length - 1} more)`;
  return firstLine(`${first.target.key}: ${wordsOf(first)}${many}`);
}

/** Describes the first error of a set that was refused for its faults: `web.yaml:3:5: the fact`. */
export function faultWords(diagnostics: readonly Diagnostic[]): string | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) {
    return undefined;
  }
  const place = first.origin === undefined ? "" : `${formatOrigin(first.origin)}: `;
  const many = errors.length === 1 ? "" : ` (and ${errors.length - 1} more)`;
  return firstLine(`${place}${first.message}${many}`);
}

function convergedWords(outcomes: readonly Outcome[], revision: GitRevision): string {
  const applied = outcomes.filter(({ operation }) => operation === "apply");
  const changed = outcomes.filter(({ change }) => change !== undefined && change !== "unchanged");
  const objects = applied.length === 1 ? "1 object" : `${applied.length} objects`;
  const changes = changed.length === 0 ? "" : `, ${changed.length} changed`;
  return `${shortRevision(revision)}: ${objects}${changes}`;
}

function isBad({ actuation, reconcile, tolerated }: Outcome): boolean {
  return (
    tolerated === undefined &&
    (actuation === "Failed" ||
      actuation === "Pending" ||
      reconcile === "Failed" ||
      reconcile === "Timeout" ||
      (actuation === "Skipped" && reconcile === "Skipped"))
  );
}

/** Ranks an outcome: skipped objects come last, since they were skipped for the failure of another. */
function rankOf({ actuation, reconcile }: Outcome): number {
  return actuation === "Failed" || reconcile === "Failed" || reconcile === "Timeout" ? 0 : 1;
}

function wordsOf({ message, because, actuation, reconcile }: Outcome): string {
  if (message !== undefined) {
    return message;
  }
  return because === undefined
    ? `${actuation}, ${reconcile}`.toLowerCase()
    : `waits for ${because.on} (${because.rule})`;
}

const longest = 500;

function firstLine(text: string): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line;
}

/** Formats the names of units: `unit a`, `units a, b`. */
export function formatUnits(names: readonly string[]): string {
  return `${names.length === 1 ? "unit" : "units"} ${names.join(", ")}`;
}

/**
 * Describes what becomes of the objects of a unit that is in another cluster from now on; undefined if it is
 * in the same one.
 */
export function movedMessage(
  before: Pick<Unit, "release" | "namespace"> & { readonly cluster?: string | undefined },
  now: Pick<Unit, "cluster">,
): string | undefined {
  const { release, namespace = "of the sidecar", cluster: from = "home" } = before;
  const to = now.cluster?.name ?? "home";
  return before.cluster === now.cluster?.name
    ? undefined
    : `the unit has moved from cluster ${from} to ${to}; its objects in ${from} are kept: release ${release} in namespace ${namespace}`;
}

/** Names the first error in the message of a result, if the set was refused for its faults. */
export function nameFault(result: Result, diagnostics: readonly Diagnostic[]): Result {
  const message = result.verdict === "refused" ? faultWords(diagnostics) : undefined;
  return message === undefined ? result : { ...result, message };
}

/** Adds the name of the cluster to the message of a result, if that could not be reached. */
export function nameCluster(result: Result, cluster: Unit["cluster"]): Result {
  const start = `cluster ${cluster?.name ?? ""}: `;
  const isMeant = cluster !== undefined && result.verdict === "unreachable";
  return isMeant && result.message?.startsWith(start) !== true
    ? { ...result, message: `${start}${result.message ?? "unreachable"}` }
    : result;
}

/** Describes why a unit is not assigned to this replica, given the live replicas that it knows. */
export function notAssignedMessage(alive: readonly unknown[] | undefined): string {
  return alive?.length === 0
    ? "this replica cannot renew its Lease; it writes nothing until it can"
    : "assigned to another replica";
}
