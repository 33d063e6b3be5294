/** Who breaks things in a soak, one after the other, and mends each again. */
import { setTimeout as pause } from "node:timers/promises";

import type { Luck } from "./luck.ts";
import type { Replica } from "./replica-lives.ts";
import type { SoakGround } from "./soak-ground.ts";
import { badSky } from "./soak-weather.ts";

/** What a saboteur may do, and for how long. */
export interface Sabotage {
  readonly ground: SoakGround;
  readonly luck: Luck;
  /** Ends all of it at once: what is broken is mended. */
  readonly signal: AbortSignal;
  /** Seconds that something stays broken, mostly. */
  readonly most: number;
  /** Now and then it stays so for longer than a replica counts as alive. */
  readonly isLong: boolean;
  /** Those that may be killed. */
  readonly mortal: () => readonly Replica[];
  readonly say: (line: string) => void;
}

/** Something that can be broken: gives what mends it, in words what it is. */
interface Break {
  readonly words: string;
  readonly repair: () => Promise<void> | void;
}

type Breaking = (sabotage: Sabotage) => Promise<Break>;

/** Longer than the Leases of replicas and the locks of releases count. */
const [longLeast, longMost] = [17, 25];

/** Breaks things of these ways until it is told to end. */
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

/** Waits for so many seconds, or until it is told to end. */
export async function pauseUntil(seconds: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(seconds * 1000, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  }
}

/** What may happen to the git server. */
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

/** What may happen to replicas and to their ways to the API server. */
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
