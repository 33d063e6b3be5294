/** Many units under converge and under its peers, on the control plane of the tests. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import { testCluster } from "../../e2e/control-plane/test-cluster.ts";
import { startGitHttpServer } from "../../e2e/git/http-server.ts";
import { testFolder } from "../../e2e/git/test-folder.ts";
import { openTestRepository } from "../../e2e/git/test-repository.ts";
import { countRequests, requestWords, timesOf } from "../sync/request-count.ts";
import type { ContenderSite, RunningContender, ScaleContender } from "./contender.ts";
import { createPassingNamespace } from "./passing-namespace.ts";
import { unitNames } from "./unit-files.ts";
import { driftPhase, phasesOf } from "./unit-phases.ts";

/** The cost of one phase. */
export interface PhaseFigures {
  readonly contender: string;
  readonly units: number;
  readonly phase: string;
  /** Until all units are ready, or the duration of a rest. */
  readonly seconds: number;
  /** The time from a push until a unit was written; absent where nothing is pushed. */
  readonly delay?: { readonly median: number; readonly p99: number };
  readonly cpuSeconds: number;
  readonly mebibytes: number;
  readonly peakMebibytes: number;
  /** Requests to the API server by verb, and those to the git server. */
  readonly requests: Readonly<Record<string, number>>;
  /** The most frequent of them by resource. */
  readonly details: string;
}

/** The parameters of a measurement. */
export interface UnitsBench {
  readonly units: number;
  readonly contender: ScaleContender;
  /** Seconds of rest to measure. */
  readonly rest: number;
  /** The last phase to measure; all by default. */
  readonly until: string | undefined;
  /** Seconds: a contender that takes longer for a phase takes no part in the later ones. */
  readonly longest: number;
  /** Called with the figures of each phase when it ends. */
  readonly report: (figures: PhaseFigures) => void;
  readonly say: (line: string) => void;
}

/** Seconds after which a phase is given up. */
const deadline = 1800;

/**
 * Takes one contender through the phases up to `until`, in an empty namespace. Throws if a phase takes half
 * an hour.
 */
export async function benchUnits({
  units,
  contender,
  rest,
  until,
  longest,
  report,
  say,
}: UnitsBench): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const site = await openSite(stack, units);
  let running: RunningContender | undefined;
  const phases = phasesOf(site, { units, rest }, async () => {
    running = await contender.start(site);
    return running;
  });
  const isLeftOut = (phase: string): boolean => phase === driftPhase && contender.ignoresDrift === true;
  for (const { phase, prepare, work } of phases.filter((one) => !isLeftOut(one.phase))) {
    await prepare?.();
    say(`${contender.name}, ${units} units: ${phase}`);
    const figures = await measurePhase(site, () => running, work);
    report({ contender: contender.name, units, phase, ...figures });
    // States are reported, and memory is freed.
    await pause(3000);
    if (phase === until || phase === contender.until || figures.seconds > longest) {
      break;
    }
  }
  await running?.stop();
}

async function openSite(stack: AsyncDisposableStack, units: number): Promise<ContenderSite> {
  const ends = { teardown: (end: () => Promise<void> | void) => stack.defer(end) };
  const cluster = await testCluster();
  if (cluster.auditLog === undefined) {
    throw new Error(
      "requests are counted in the audit log of make cluster-up: unset CONVERGE_E2E_KUBECONFIG",
    );
  }
  const repository = await openTestRepository(ends);
  return {
    cluster,
    namespace: await createPassingNamespace(cluster, stack),
    repository,
    git: await startGitHttpServer(ends, { root: repository.root }),
    units: unitNames(units),
    user: `bench-${randomUUID().slice(0, 8)}`,
    folder: testFolder(ends),
    ends,
  };
}

/** Measures some work, which names the unit whose writes show the delay, or an empty name for all units. */
async function measurePhase(
  site: ContenderSite,
  running: () => RunningContender | undefined,
  work: () => Promise<string | undefined>,
): Promise<Omit<PhaseFigures, "contender" | "units" | "phase">> {
  const { cluster, git, user } = site;
  const mark = await cluster.auditMark();
  const asked = git.requests.length;
  const before = cpuOf(running());
  const began = performance.now();
  const pushed = Date.now();
  const unit = await withinDeadline(work());
  const seconds = (performance.now() - began) / 1000;
  const usage = running()?.usage();
  const events = await cluster.auditSince(mark);
  const { renewals, writes, lists, watches, others } = countRequests(events, user);
  const reads = Map.groupBy(others, ({ verb }) => verb);
  const objects = writes.filter(({ objectRef, requestURI }) => isOfSet(objectRef?.resource, requestURI));
  const dryRuns = writes.filter(({ requestURI }) => requestURI.includes("dryRun"));
  return {
    seconds,
    ...(unit === undefined ? {} : { delay: delayOf(objects, pushed, unit) }),
    cpuSeconds: (usage?.cpu ?? 0) - before,
    mebibytes: usage?.mebibytes ?? 0,
    peakMebibytes: usage?.peakMebibytes ?? 0,
    requests: {
      objects: objects.length,
      "dry runs": dryRuns.length,
      "other writes": writes.length - objects.length - dryRuns.length,
      renewals,
      lists: lists.length,
      watches: watches.length,
      ...Object.fromEntries([...reads].map(([verb, { length }]) => [verb, length])),
      git: git.requests.length - asked,
    },
    details: requestWords([...writes, ...lists, ...watches, ...others], 30),
  };
}

type Writes = ReturnType<typeof countRequests>["writes"];

const resources: ReadonlySet<string | undefined> = new Set([
  "serviceaccounts",
  "deployments",
  "services",
  "ingresses",
]);

function isOfSet(resource: string | undefined, uri: string): boolean {
  return resources.has(resource) && !uri.includes("dryRun");
}

/** The delay of the first write of every unit, or of one, after a push. */
function delayOf(
  writes: Writes,
  pushed: number,
  unit: string,
): { readonly median: number; readonly p99: number } {
  const first = new Map<string, number>();
  for (const event of writes) {
    const name = event.objectRef?.name ?? "";
    const delay = (timesOf(event).received - pushed) / 1000;
    if (unit === "" || name === unit) {
      first.set(name, Math.min(first.get(name) ?? delay, delay));
    }
  }
  const sorted = [...first.values()].toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99) };
}

/** The CPU time so far; a process that has just been started again counts from zero. */
function cpuOf(running: RunningContender | undefined): number {
  try {
    return running?.usage().cpu ?? 0;
  } catch {
    return 0;
  }
}

async function withinDeadline<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error(`not done after ${deadline / 60} minutes`));
  }, deadline * 1000);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
