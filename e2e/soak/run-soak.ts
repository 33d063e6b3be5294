/**
 * A soak: commits, faults and third-party edits at the same time, followed by a quiet phase in which
 * everything has to converge.
 */
import { join } from "node:path";

import { stackIn } from "../apply/faults/trial.ts";
import { Committer } from "./committer.ts";
import { luckOf } from "./luck.ts";
import { meddle } from "./meddler.ts";
import { type Growth, MemoryWatch } from "./memory-watch.ts";
import type { Replica } from "./replica-lives.ts";
import { runTally } from "./run-tally.ts";
import { gitBreakings, pauseUntil, replicaBreakings, sabotageOn } from "./saboteur.ts";
import { differencesFrom, heldLocks, unitsNotReady } from "./soak-end.ts";
import { openSoakGround, type SoakGround } from "./soak-ground.ts";
import { hush } from "./soaked-set.ts";

/** The options of a soak. */
export interface Soaking {
  readonly seed: number;
  /** The duration of the disturbances; the quiet phase takes up to three minutes more. */
  readonly seconds: number;
  /** Called with a line for each event. */
  readonly say: (line: string) => void;
}

/** The result of a soak. */
export interface Soaked {
  /** Violations; empty if all is well. */
  readonly findings: readonly string[];
  readonly growths: readonly Growth[];
  readonly commits: number;
  readonly meddlings: number;
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
export async function runSoak(soaking: Soaking): Promise<Soaked> {
  const { seed, seconds } = soaking;
  await using stack = new AsyncDisposableStack();
  const ends = { teardown: (end: () => Promise<void> | void) => stack.defer(end) };
  const program = join(import.meta.dirname, "../../cmd/converge.mjs");
  const ground = await openSoakGround({ ends, seed, program });
  let began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1000;
  const say = (line: string): void => soaking.say(`${elapsed().toFixed(1).padStart(6)} s  ${line}`);
  const memory = new MemoryWatch(ground.replicas);
  const committer = new Committer(ground, luckOf(seed, "committer"));
  const stir = new Unrest({ soaking: { seed, seconds, say }, ground, committer, memory, elapsed });
  let findings = await unsettled(ground, committer);
  if (findings.length === 0) {
    say("all is Ready; now unrest");
    began = performance.now();
    await stir.untilOver();
    const commit = await committer.commitGood();
    say(`peace; the last commit is ${commit}`);
    findings = await judgePeace({ ground, committer, commit, say });
  }
  memory.look(elapsed());
  const growths = memory.growths(seconds * warmUp);
  say(`${runTally(ground.replicas)}; ${memory.words()}`);
  return {
    findings: [...findings, ...(await judgeReplicas(ground.replicas)), ...judgeGrowths(growths, seconds)],
    growths,
    commits: committer.commits,
    meddlings: stir.meddlings,
    logs: logsOf(ground.replicas),
  };
}

function logsOf(replicas: readonly Replica[]): ReadonlyMap<string, string> {
  const lives = replicas.flatMap(({ name, lives: all }) =>
    all.map((life, index): [string, string] => [`${name}-${index + 1}`, sayingsOf(life)]),
  );
  return new Map(lives);
}

function sayingsOf({ log, complaints }: Replica["lives"][number]): string {
  return [...complaints, ...log.map((line) => JSON.stringify(line))].join("\n");
}

/** Waits before the disturbances until all units have been Ready once. Returns those that are not. */
async function unsettled(ground: SoakGround, committer: Committer): Promise<readonly string[]> {
  const commit = await committer.commitGood();
  for (const replica of ground.replicas) {
    replica.start();
  }
  const waiting = await unitsNotReady(ground, commit, patience);
  return waiting.map((line) => `not even in peace: ${line}`);
}

/** The share of the time after which a replica counts as warm: the first one is not killed any more. */
const warmUp = 0.4;

interface UnrestFacts {
  readonly soaking: Soaking;
  readonly ground: SoakGround;
  readonly committer: Committer;
  readonly memory: MemoryWatch;
  readonly elapsed: () => number;
}

class Unrest {
  readonly #facts: UnrestFacts;
  readonly #end = new AbortController();
  meddlings = 0;

  constructor(facts: UnrestFacts) {
    this.#facts = facts;
  }

  /** Resolves when it is over, and all faults have ended. */
  async untilOver(): Promise<void> {
    const { soaking } = this.#facts;
    const { signal } = this.#end;
    const all = Promise.all([
      this.#commitOn(),
      this.#meddleOn(),
      this.#lookOn(),
      this.#sabotage(gitBreakings, "git"),
      this.#sabotage(replicaBreakings, "replicas"),
      pauseUntil(soaking.seconds, signal),
    ]);
    try {
      await Promise.race([all, pauseUntil(soaking.seconds, signal)]);
    } finally {
      this.#end.abort();
    }
    await all;
  }

  async #commitOn(): Promise<void> {
    const { soaking, committer } = this.#facts;
    const luck = luckOf(soaking.seed, "pace of commits");
    while (!this.#end.signal.aborted) {
      await pauseUntil(luck.isSo(0.3) ? luck.between(0, 1) : luck.between(1, 8), this.#end.signal);
      soaking.say(`commit: ${await committer.commitSomething()}`);
    }
  }

  async #meddleOn(): Promise<void> {
    const { soaking, ground, committer } = this.#facts;
    const luck = luckOf(soaking.seed, "meddler");
    while (!this.#end.signal.aborted) {
      await pauseUntil(luck.between(0.1, 1.5), this.#end.signal);
      const what = await meddle({ ...ground, luck, objects: committer.set.objects() });
      soaking.say(`meddled: ${what}`);
      this.meddlings += 1;
    }
  }

  async #lookOn(): Promise<void> {
    const { soaking, ground, memory, elapsed, committer } = this.#facts;
    let next = 0;
    while (!this.#end.signal.aborted) {
      memory.look(elapsed());
      if (elapsed() >= next) {
        next += 30;
        const counts = `${committer.commits} commits, ${this.meddlings} meddlings`;
        soaking.say(`table: ${counts}; ${runTally(ground.replicas)}; ${memory.words()}`);
      }
      await pauseUntil(2, this.#end.signal);
    }
  }

  async #sabotage(breakings: Parameters<typeof sabotageOn>[0], actor: string): Promise<void> {
    const { soaking, ground, elapsed } = this.#facts;
    const isLong = soaking.seconds >= long;
    await sabotageOn(breakings, {
      ground,
      luck: luckOf(soaking.seed, actor),
      signal: this.#end.signal,
      most: isLong ? 10 : 5,
      isLong,
      mortal: () => (elapsed() < soaking.seconds * warmUp ? ground.replicas : ground.replicas.slice(1)),
      say: (line) => soaking.say(`fault: ${line}`),
    });
  }
}

interface Peace {
  readonly ground: SoakGround;
  readonly committer: Committer;
  readonly commit: string;
  readonly say: (line: string) => void;
}

/** Seconds after which the state is compared once more: it must be stable. */
const afterwards = 6;

async function judgePeace({ ground, committer, commit, say }: Peace): Promise<readonly string[]> {
  const waiting = await unitsNotReady(ground, commit, patience);
  if (waiting.length > 0) {
    return waiting;
  }
  say("all units are Ready at it");
  const wanted = committer.set.objects();
  const atOnce = await differencesFrom(ground, wanted);
  await pauseUntil(afterwards, new AbortController().signal);
  const later = await differencesFrom(ground, wanted);
  return [
    ...atOnce.map((line) => `${line} (when all units were Ready)`),
    ...later.map((line) => `${line} (${afterwards} s later)`),
    ...(await unitsNotReady(ground, commit, 1)),
    ...(await heldLocks(ground)),
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
          const said = sayingsOf(life);
          const what = [...stackIn(said), ...(said.includes(hush) ? ["the value of a Secret was told"] : [])];
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
