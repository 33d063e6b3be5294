/** The status reporter of a sidecar, with a clock that only the test advances. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { ExecutionContext } from "ava";

import { type ManualClock, manualClock } from "../../fixtures/manual-clock.ts";
import type { Result } from "../../lib/apply/model/event.ts";
import type { Cluster } from "../../lib/client/model/cluster.ts";
import type { Clock } from "../../lib/async/clock.ts";
import { usualGitLimits } from "../../lib/git/model/git-source.ts";
import { noChoices } from "../../lib/render/chart-options.ts";
import type { ClusterStatus } from "../../lib/sync/status/status-port.ts";
import { createStatusReporter } from "../../lib/sync/status/status-reporter.ts";
import type { Unit } from "../../lib/sync/unit/unit.ts";
import type { RunReason, UnitRun, UnitState } from "../../lib/sync/unit/unit-state.ts";
import { Client } from "../control-plane/api.ts";
import { readKubeconfig } from "../control-plane/kubeconfig.ts";
import { untilDefined } from "../control-plane/until-defined.ts";
import type { TestCluster } from "../control-plane/test-cluster.ts";

const noon = Date.UTC(2026, 0, 2, 12);

/** A unit of the configuration. */
export function reportedUnit(name: string, choices: Partial<Unit> = {}): Unit {
  return {
    name,
    source: {
      url: "https://git.example.com/shop.git",
      ref: "main",
      path: "deploy",
      submodules: false,
      access: {},
      limits: usualGitLimits,
    },
    release: name,
    namespace: undefined,
    dependsOn: [],
    interval: 15_000,
    recheck: 3_600_000,
    prune: true,
    maxPrune: { count: 100 },
    allowPrune: [],
    suspend: false,
    timeouts: { run: undefined, reconcile: 60_000, prune: 60_000, external: 60_000 },
    validation: "strict",
    externalDeps: "wait",
    forceConflicts: false,
    recreate: false,
    inventoryPolicy: "strict",
    fields: [],
    health: [],
    ageKeyPaths: [],
    keyPlugins: [],
    createNamespace: false,
    render: noChoices,
    onRemove: "orphan",
    ...choices,
  };
}

/** A revision whose commit consists of one letter. */
export function revisionOf(letter: string): NonNullable<UnitState["applied"]> {
  return {
    commit: letter.repeat(40),
    ref: "refs/heads/main",
    subject: `Commit ${letter}`,
    author: "A. Uthor",
    at: noon,
  };
}

/** The state of a unit. */
export function stateOf(phase: UnitState["phase"], notices: Partial<UnitState> = {}): UnitState {
  return {
    name: "shop",
    phase,
    message: phase.toLowerCase(),
    since: noon,
    blockedBy: [],
    failures: 0,
    health: { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 },
    fights: [],
    corrected: 0,
    run: 1,
    ...notices,
  };
}

/** The state of a unit that is ready at a revision. */
export function readyAt(letter: string, notices: Partial<UnitState> = {}): UnitState {
  const revision = revisionOf(letter);
  return stateOf("Ready", {
    observed: revision,
    attempted: revision,
    applied: revision,
    lastReadyAt: noon,
    health: { ready: 2, progressing: 0, suspended: 0, failed: 0, missing: 0 },
    ...notices,
  });
}

/** A successful run of the unit. */
export function runOf(reason: RunReason): UnitRun & { readonly result: Result } {
  const result = { outcomes: [], verdict: "converged", took: 1500, criticalPath: [] } as const;
  return { number: 1, unit: "shop", reason, revision: revisionOf("a"), startedAt: noon, result };
}

/** A reporter with its clock and log. */
export interface ReportedSync {
  readonly status: ClusterStatus;
  readonly clock: ManualClock;
  readonly notices: readonly string[];
  /** Reports the state of the unit, and advances the clock by a moment. */
  readonly report: (state: UnitState, moment?: number) => void;
  /** Resolves once it has logged a matching line. */
  readonly said: (pattern: RegExp) => Promise<void>;
}

/** Starts the reporter of a sidecar in a namespace. */
export function reportUnits(
  t: ExecutionContext,
  cluster: Cluster,
  { namespace, sync = "main" }: { readonly namespace: string; readonly sync?: string },
): ReportedSync {
  const manual = manualClock(noon);
  const notices: string[] = [];
  const listeners = new Set<() => void>();
  const end = new AbortController();
  const context = { cluster, clock: withSleep(manual), random: Math.random, signal: end.signal };
  const status = createStatusReporter({
    context: { ...context, tooling: "converge/e2e" },
    namespace,
    sync,
    identity: "sync-0",
    emit: (event) => {
      notices.push(event.type === "notice" ? `${event.level}: ${event.message}` : event.type);
      listeners.forEach((listener) => listener());
    },
  });
  t.teardown(async () => {
    end.abort();
    const closed = status.close();
    manual.pass(20_000);
    await closed;
  });
  return {
    status,
    clock: manual,
    notices,
    report: (state, moment = 20) => {
      status.emitSync({ type: "state", at: manual.now(), state });
      manual.pass(moment);
    },
    said: async (pattern) => received(listeners, () => notices.some((notice) => pattern.test(notice))),
  };
}

function withSleep(manual: ManualClock): Clock {
  return {
    ...manual,
    sleep: async (milliseconds) =>
      new Promise((resolve) => {
        manual.after(milliseconds, resolve);
      }),
  };
}

async function received(listeners: Set<() => void>, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (condition()) {
        resolve();
      }
    };
    listeners.add(look);
    look();
  });
}

const execute = promisify(execFile);

/** The output of kubectl in a namespace. Rejects if it fails. */
export async function kubectl(
  plane: Pick<TestCluster, "kubeconfig">,
  namespace: string,
  words: readonly string[],
): Promise<string> {
  const { stdout } = await execute("kubectl", ["--kubeconfig", plane.kubeconfig, "-n", namespace, ...words]);
  return stdout;
}

/** Creates the CRD of units, which stays. */
export async function defineUnits(plane: Pick<TestCluster, "kubeconfig">): Promise<void> {
  const file = fileURLToPath(new URL("../../deploy/crd/units.yaml", import.meta.url));
  await kubectl(plane, "default", ["apply", "--server-side", "--force-conflicts", "-f", file]);
  await untilDefined(new Client(readKubeconfig(plane.kubeconfig)), "units.converge.dev");
}
