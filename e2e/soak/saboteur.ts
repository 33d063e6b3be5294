/** Injects faults into a soak, one after the other, and ends each again. */
import { setTimeout as pause } from "node:timers/promises";

import type { Luck } from "./luck.ts";
import type { Replica } from "./replica-lives.ts";
import type { SoakGround } from "./soak-ground.ts";
import { badSky } from "./soak-weather.ts";

/** The limits of fault injection. */
export interface Sabotage {
  readonly ground: SoakGround;
  readonly luck: Luck;
  /** Ends all faults at once. */
  readonly signal: AbortSignal;
  /** The usual maximum duration of a fault in seconds. */
  readonly most: number;
  /** Whether a fault occasionally outlasts the time after which a replica counts as dead. */
  readonly isLong: boolean;
  /** The replicas that may be killed. */
  readonly mortal: () => readonly Replica[];
  readonly say: (line: string) => void;
}

/** A kind of fault: injects it and returns the function that ends it, with a description. */
interface Break {
  readonly words: string;
  readonly repair: () => Promise<void> | void;
}

type Breaking = (sabotage: Sabotage) => Promise<Break>;

/** Longer than the Leases of replicas and the locks of releases last. */
const [longLeast, longMost] = [17, 25];

/** Injects faults of these kinds until it is aborted. */
export async function sabotageOn(breakings: readonly Breaking[], sabotage: Sabotage): Promise<void> {
  const { luck, signal, most, isLong, say } = sabotage;
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    await pauseUntil(luck.between(0.5, most), signal);
    if (!isOver()) {
      const { words, repair } = await luck.pick(breakings)(sabotage);
      const seconds = isLong && luck.isSo(0.12) ? luck.between(longLeast, longMost) : luck.between(0.5, most);
      say(`${words} for ${seconds.toFixed(1)} s`);
      await pauseUntil(seconds, signal);
      await repair();
    }
  }
}

/** Waits for so many seconds, or until it is aborted. */
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
export const gitBreakings: readonly Breaking[] = [
  async ({ ground: { server } }) => {
    await server.stop();
    return { words: "git server down", repair: server.start };
  },
  async ({ ground: { server }, luck }) => {
    const status = luck.pick([500, 502, 503, 404, 429]);
    server.upset(() => ({ status }));
    return { words: `git server answers ${status}`, repair: () => server.upset(() => undefined) };
  },
  async ({ ground: { server, admission } }) => {
    server.admit({ ...admission, password: "another" });
    return { words: "git server refuses the password", repair: () => server.admit(admission) };
  },
  async ({ ground: { server } }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.upset(() => ({ wait: promise }));
    return {
      words: "git server hangs",
      repair: () => {
        server.upset(() => undefined);
        resolve();
      },
    };
  },
];

/** The faults of replicas and of their connections to the API server. */
export const replicaBreakings: readonly Breaking[] = [
  killOne,
  killOne,
  async ({ ground: { replicas }, luck }) => {
    const replica = luck.pick(replicas);
    replica.freeze(true);
    return { words: `${replica.name} frozen`, repair: () => replica.freeze(false) };
  },
  worsen,
  worsen,
  worsen,
];

async function killOne({ mortal, luck }: Sabotage): Promise<Break> {
  const replica = luck.pick(mortal());
  await replica.kill();
  return { words: `${replica.name} killed`, repair: () => replica.start() };
}

async function worsen({ ground: { replicas }, luck }: Sabotage): Promise<Break> {
  const sky = badSky(luck);
  const struck = luck.isSo(0.5) ? replicas : [luck.pick(replicas)];
  for (const { weather } of struck) {
    weather.change(sky);
  }
  return {
    words: `API server ${sky} for ${struck.map(({ name }) => name).join(" and ")},`,
    repair: () => {
      for (const { weather } of struck) {
        weather.change("fair");
      }
    },
  };
}
