/**
 * The meaning of words in which controllers report: phases, states, reasons of conditions. The lists hold the
 * words of the Kubernetes API (phases of pods, volumes and claims, reasons of conditions) and those that
 * controllers share; a word that is in none is judged by its parts.
 */
export type WordMeaning = "ready" | "working" | "failed" | "suspended";

const listed: Readonly<Record<WordMeaning, string>> = {
  ready:
    "ready available active succeeded success successful successfully complete completed healthy running bound deployed applied ok okay online established synced insync synchronized provisioned finished done normal up enabled valid validated accepted programmed reconciled created attached uptodate updated stable installed connected published atlatestknown green passed resolved compliant operational serving associated initialized configured imported generated signed issued successfullyreconciled exists",
  working:
    "pending creating progressing inprogress working updating provisioning initializing initialising initiating installing starting started deploying reconciling reconcile waiting awaiting scheduling scheduled queued upgrading scaling scalingup scalingdown deleting terminating configuring syncing synchronizing processing rolling rollingout restoring bootstrapping migrating validating building new unknown init submitted requested recovering stopping preparing joining binding yellow issuing verifying notready outofsync importing cloning pulling downloading resizing modifying backingup upgradepending applying enabling rebooting unavailable",
  failed:
    "failed failure error errored degraded unhealthy invalid rejected lost aborted timeout timedout denied misconfigured broken offline down cancelled canceled fatal stalled notfound conflict red noncompliant crashloopbackoff crashed unreachable inconsistent expired revoked blocked unsupported",
  suspended: "suspended paused hibernated hibernating hibernate stopped standby disabled onhold",
};

const meanings: ReadonlyMap<string, WordMeaning> = new Map(
  (["ready", "working", "failed", "suspended"] as const).flatMap((meaning) =>
    listed[meaning].split(" ").map((word) => [word, meaning] as const),
  ),
);

/** Parts of words and sentences that report a failure. */
const failing =
  /fail|error|invalid|denied|forbidden|unauthori[sz]ed|not ?found|missing|exceeded|conflict|unsupported|not ?allowed|not ?permitted|reject|misconfigur|degraded|unhealthy|unreachable|time[d ]*out|terminal|fatal|mismatch|already ?exists|stalled|aborted|cannot|could ?not|unable/i;

/** Words and sentences that contain one of those parts, but report that nothing has failed. */
const harmless = /\b(?:no|without|0) (?:errors?|failures?)|errors?: ?(?:0|none|""|'')\b/i;

/** Returns the meaning of a phase or a state; undefined if it is not known. */
export function meaningOf(word: string): WordMeaning | undefined {
  const plain = word.toLowerCase().replaceAll(/[\s_.-]/g, "");
  const known = meanings.get(plain);
  if (known !== undefined) {
    return known;
  }
  if (reportsFailure(word)) {
    return "failed";
  }
  return plain.endsWith("ing") && plain.length > 5 ? "working" : undefined;
}

/** Reports whether a reason or a message speaks of a failure. */
export function reportsFailure(text: string): boolean {
  return failing.test(text) && !harmless.test(text);
}
