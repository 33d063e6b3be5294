/**
 * A soak: commits, faults and third-party edits at the same time, followed by a quiet phase in which
 * everything has to converge.
 */
import { join } from "node:path";

import { findStackTraces } from "../apply/faults/trial.ts";
import { Committer } from "./committer.ts";
import { randomFor } from "./random.ts";
import { editOne } from "./edit-objects.ts";
import { type Growth, MemoryWatch } from "./memory-watch.ts";
import type { Replica } from "./replica.ts";
import { runTally } from "./run-tally.ts";
import { gitFaults, pauseUntil, replicaFaults, injectFaults } from "./inject-faults.ts";
import { differencesFrom, heldLocks, unitsNotReady } from "./soak-end.ts";
import { openSoakEnvironment, type SoakEnvironment } from "./soak-environment.ts";
import { secretValue } from "./soaked-set.ts";

/** The options of a soak. */
export interface SoakOptions {
  readonly seed: number;
  /** The duration of the disturbances; the quiet phase takes up to three minutes more. */
  readonly seconds: number;
  /** Whether there is a good commit every ten seconds and no other disturbance, which shows memory best. */
  readonly isSteady: boolean;
  /** Called with a line for each event. */
  readonly say: (line: string) => void;
}

/** The result of a soak. */
export interface SoakResult {
  /** Violations; empty if all is well. */
  readonly findings: readonly string[];
  readonly growths: readonly Growth[];
  readonly commits: number;
  readonly editCount: number;
  /** The log of each process of each replica, by a name for it. */
  readonly logs: ReadonlyMap<string, string>;
}

/**
 * Seconds in which everything has to converge after the disturbances: as long as the longest pauses, and the
 * runs after them.
 */
const patience = 150;
/** The duration in seconds from which memory can be judged, and faults may last longer. */
const long = 180;

/** Runs a soak on the test cluster. Everything that it opened is closed at the end. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { seed, seconds, isSteady } = options;
  await using stack = new AsyncDisposableStack();
  const ends = { teardown: (end: () => Promise<void> | void) => stack.defer(end) };
  const program = join(import.meta.dirname, "../../cmd/converge.mjs");
  const environment = await openSoakEnvironment({ ends, seed, program });
  const { replicas } = environment;
  let began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1000;
  const say = (line: string): void => options.say(`${elapsed().toFixed(1).padStart(6)} s  ${line}`);
  const memory = new MemoryWatch(replicas);
  const committer = new Committer(environment, randomFor(seed, "committer"));
  const chaos = new Disturbances({
    options: { seed, seconds, isSteady, say },
    environment,
    committer,
    memory,
    elapsed,
  });
  let findings = await unsettled(environment, committer);
  if (findings.length === 0) {
    say("all units are Ready; starting the disturbances");
    began = performance.now();
    await chaos.untilOver();
    const commit = await committer.commitGood();
    say(`end of the disturbances; the last commit is ${commit}`);
    findings = await judgeEnd({ environment, committer, commit, say });
  }
  memory.look(elapsed());
  const growths = memory.growths(seconds * warmUp);
  say(`${runTally(replicas)}; ${memory.words()}`);
  return {
    findings: [...findings, ...(await judgeReplicas(replicas)), ...judgeGrowths(growths, seconds)],
    growths,
    commits: committer.commits,
    editCount: chaos.editCount,
    logs: logsOf(replicas),
  };
}

function logsOf(replicas: readonly Replica[]): ReadonlyMap<string, string> {
  const lives = replicas.flatMap(({ name, lives: all }) =>
    all.map((life, index): [string, string] => [`${name}-${index + 1}`, outputOf(life)]),
  );
  return new Map(lives);
}

function outputOf({ log, complaints }: Replica["lives"][number]): string {
  return [...complaints, ...log.map((line) => JSON.stringify(line))].join("\n");
}

/** Waits before the disturbances until all units have been Ready once. Returns those that are not. */
async function unsettled(environment: SoakEnvironment, committer: Committer): Promise<readonly string[]> {
  const commit = await committer.commitGood();
  for (const replica of environment.replicas) {
    replica.start();
  }
  const waiting = await unitsNotReady(environment, commit, patience);
  return waiting.map((line) => `even undisturbed: ${line}`);
}

/** Seconds between two commits of a steady soak. */
const steadyPause = 10;

/** The share of the time after which a replica counts as warm: the first one is not killed any more. */
const warmUp = 0.4;

interface DisturbanceFacts {
  readonly options: SoakOptions;
  readonly environment: SoakEnvironment;
  readonly committer: Committer;
  readonly memory: MemoryWatch;
  readonly elapsed: () => number;
}

class Disturbances {
  readonly #facts: DisturbanceFacts;
  readonly #end = new AbortController();
  editCount = 0;

  constructor(facts: DisturbanceFacts) {
    this.#facts = facts;
  }

  /** Resolves when it is over, and all faults have ended. */
  async untilOver(): Promise<void> {
    const { options } = this.#facts;
    const { signal } = this.#end;
    const all = Promise.all([
      this.#lookOn(),
      ...(options.isSteady ? [this.#commitSteadily()] : this.#disturb()),
      pauseUntil(options.seconds, signal),
    ]);
    try {
      await Promise.race([all, pauseUntil(options.seconds, signal)]);
    } finally {
      this.#end.abort();
    }
    await all;
  }

  #disturb(): readonly Promise<void>[] {
    return [
      this.#commitOn(),
      this.#editOn(),
      this.#limits(gitFaults, "git"),
      this.#limits(replicaFaults, "replicas"),
    ];
  }

  async #commitSteadily(): Promise<void> {
    const { options, committer } = this.#facts;
    while (!this.#end.signal.aborted) {
      await pauseUntil(steadyPause, this.#end.signal);
      options.say(`commit: ${await committer.commitChange()}`);
    }
  }

  async #commitOn(): Promise<void> {
    const { options, committer } = this.#facts;
    const random = randomFor(options.seed, "pace of commits");
    while (!this.#end.signal.aborted) {
      await pauseUntil(random.chance(0.3) ? random.between(0, 1) : random.between(1, 8), this.#end.signal);
      options.say(`commit: ${await committer.commitSomething()}`);
    }
  }

  async #editOn(): Promise<void> {
    const { options, environment, committer } = this.#facts;
    const random = randomFor(options.seed, "meddler");
    while (!this.#end.signal.aborted) {
      await pauseUntil(random.between(0.1, 1.5), this.#end.signal);
      const what = await editOne({ ...environment, random, objects: committer.set.objects() });
      options.say(`third party: ${what}`);
      this.editCount += 1;
    }
  }

  async #lookOn(): Promise<void> {
    const { options, environment, memory, elapsed, committer } = this.#facts;
    let next = 0;
    while (!this.#end.signal.aborted) {
      memory.look(elapsed());
      if (elapsed() >= next) {
        next += 30;
        const counts = `${committer.commits} commits, ${this.editCount} third-party edits`;
        options.say(`table: ${counts}; ${runTally(environment.replicas)}; ${memory.words()}`);
      }
      await pauseUntil(2, this.#end.signal);
    }
  }

  async #limits(kinds: Parameters<typeof injectFaults>[0], actor: string): Promise<void> {
    const { options, environment, elapsed } = this.#facts;
    const isLong = options.seconds >= long;
    await injectFaults(kinds, {
      environment,
      random: randomFor(options.seed, actor),
      signal: this.#end.signal,
      most: isLong ? 10 : 5,
      isLong,
      killable: () =>
        elapsed() < options.seconds * warmUp ? environment.replicas : environment.replicas.slice(1),
      say: (line) => options.say(`fault: ${line}`),
    });
  }
}

interface QuietPhase {
  readonly environment: SoakEnvironment;
  readonly committer: Committer;
  readonly commit: string;
  readonly say: (line: string) => void;
}

/** Seconds after which the state is compared once more: it must be stable. */
const afterwards = 6;

async function judgeEnd({ environment, committer, commit, say }: QuietPhase): Promise<readonly string[]> {
  const waiting = await unitsNotReady(environment, commit, patience);
  if (waiting.length > 0) {
    return waiting;
  }
  say("all units are Ready at it");
  const wanted = committer.set.objects();
  const atOnce = await differencesFrom(environment, wanted);
  await pauseUntil(afterwards, new AbortController().signal);
  const later = await differencesFrom(environment, wanted);
  return [
    ...atOnce.map((line) => `${line} (when all units were Ready)`),
    ...later.map((line) => `${line} (${afterwards} s later)`),
    ...(await unitsNotReady(environment, commit, 1)),
    ...(await heldLocks(environment)),
  ];
}

/** Stops the replicas, and checks their logs and exit codes. */
async function judgeReplicas(replicas: readonly Replica[]): Promise<readonly string[]> {
  const found = await Promise.all(
    replicas.map(async (replica) => {
      const how = await replica.stop();
      return [
        ...replica.unasked,
        ...(how === "0" ? [] : [`${replica.name} ended with ${how} when it was asked to end`]),
        ...replica.lives.flatMap((life, index) => {
          const said = outputOf(life);
          const what = [
            ...findStackTraces(said),
            ...(said.includes(secretValue) ? ["the value of a Secret was told"] : []),
          ];
          return what.map((line) => `${replica.name}, life ${index + 1}: ${line}`);
        }),
        ...replica.lives.flatMap(({ complaints }) =>
          complaints.map((line) => `${replica.name} has complained: ${line}`),
        ),
      ];
    }),
  );
  return found.flat();
}

/**
 * Growth below this share and below this amount does not count: garbage is collected only when there is
 * enough of it.
 */
const [tolerance, leastTolerance] = [0.15, 12];

function judgeGrowths(growths: readonly Growth[], seconds: number): readonly string[] {
  return growths
    .filter(
      (one) =>
        seconds >= long &&
        one.seconds >= seconds * 0.5 &&
        one.grownBy > one.mebibytes * tolerance + leastTolerance,
    )
    .map(
      ({ name, grownBy, mebibytes, seconds: over }) =>
        `${name} has grown by ${grownBy.toFixed(0)} MiB to ${mebibytes.toFixed(0)} MiB in ${over.toFixed(0)} s`,
    );
}
