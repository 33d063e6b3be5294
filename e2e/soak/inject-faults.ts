/** Injects faults into a soak, one after the other, and ends each again. */
import { setTimeout as pause } from "node:timers/promises";

import type { Random } from "./random.ts";
import type { Replica } from "./replica.ts";
import type { SoakEnvironment } from "./soak-environment.ts";
import { faultyState } from "./replica-connection.ts";

/** The limits of fault injection. */
export interface FaultLimits {
  readonly environment: SoakEnvironment;
  readonly random: Random;
  /** Ends all faults at once. */
  readonly signal: AbortSignal;
  /** The usual maximum duration of a fault in seconds. */
  readonly most: number;
  /** Whether a fault occasionally outlasts the time after which a replica counts as dead. */
  readonly isLong: boolean;
  /** The replicas that may be killed. */
  readonly killable: () => readonly Replica[];
  readonly say: (line: string) => void;
}

/** A kind of fault: injects it and returns the function that ends it, with a description. */
interface ActiveFault {
  readonly words: string;
  readonly repair: () => Promise<void> | void;
}

type FaultKind = (limits: FaultLimits) => Promise<ActiveFault>;

/** Longer than the Leases of replicas and the locks of releases last. */
const [longLeast, longMost] = [17, 25];

/** Injects faults of these kinds until it is aborted. */
export async function injectFaults(kinds: readonly FaultKind[], limits: FaultLimits): Promise<void> {
  const { random, signal, most, isLong, say } = limits;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    await pauseUntil(random.between(0.5, most), signal);
    if (!isOver()) {
      const { words, repair } = await random.pick(kinds)(limits);
      const seconds =
        isLong && random.chance(0.12) ? random.between(longLeast, longMost) : random.between(0.5, most);
      say(`${words} for ${seconds.toFixed(1)} s`);
      await pauseUntil(seconds, signal);
      await repair();
    }
  }
}

/** Waits for that many seconds, or until it is aborted. */
export async function pauseUntil(seconds: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(seconds * 1000, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}

/** The faults of the git server. */
export const gitFaults: readonly FaultKind[] = [
  async ({ environment: { server } }) => {
    await server.stop();
    return { words: "git server down", repair: server.start };
  },
  async ({ environment: { server }, random }) => {
    const status = random.pick([500, 502, 503, 404, 429]);
    server.override(() => ({ status }));
    return { words: `git server answers ${status}`, repair: () => server.override(() => undefined) };
  },
  async ({ environment: { server, admission } }) => {
    server.admit({ ...admission, password: "another" });
    return { words: "git server refuses the password", repair: () => server.admit(admission) };
  },
  async ({ environment: { server } }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.override(() => ({ wait: promise }));
    return {
      words: "git server hangs",
      repair: () => {
        server.override(() => undefined);
        resolve();
      },
    };
  },
];

/** The faults of replicas and of their connections to the API server. */
export const replicaFaults: readonly FaultKind[] = [
  killOne,
  killOne,
  async ({ environment: { replicas }, random }) => {
    const replica = random.pick(replicas);
    replica.freeze(true);
    return { words: `${replica.name} frozen`, repair: () => replica.freeze(false) };
  },
  worsen,
  worsen,
  worsen,
];

async function killOne({ killable, random }: FaultLimits): Promise<ActiveFault> {
  const replica = random.pick(killable());
  await replica.kill();
  return { words: `${replica.name} killed`, repair: () => replica.start() };
}

async function worsen({ environment: { replicas }, random }: FaultLimits): Promise<ActiveFault> {
  const state = faultyState(random);
  const struck = random.chance(0.5) ? replicas : [random.pick(replicas)];
  for (const { connection } of struck) {
    connection.change(state);
  }
  return {
    words: `API server ${state} for ${struck.map(({ name }) => name).join(" and ")},`,
    repair: () => {
      for (const { connection } of struck) {
        connection.change("fair");
      }
    },
  };
}
