import { chance } from "../apply/faults/chance.ts";
import type { Decide } from "../apply/faults/man-in-the-middle.ts";
import { passingWeather } from "../apply/faults/weather.ts";
import type { Luck } from "./luck.ts";

/** The states of the connection between a replica and the API server. */
export const skies = ["fair", "cut", "refusing", "overloaded", "slow", "changeable"] as const;
/** One of them; all but the first are faults. */
export type Sky = (typeof skies)[number];

/** The connection between one replica and the API server, which changes over time. */
export interface SoakWeather {
  readonly decide: Decide;
  readonly change: (sky: Sky) => void;
}

/** A connection without faults, until it changes. */
export function soakWeather(seed: number, name: string): SoakWeather {
  let now = fair;
  let changes = 0;
  return {
    decide: (asked) => now(asked),
    change: (sky) => {
      changes += 1;
      now = forecasts[sky](seed, `${name} ${changes}`);
    },
  };
}

/** Picks a faulty state. */
export function badSky(luck: Luck): Sky {
  return luck.pick(skies.filter((sky) => sky !== "fair"));
}

const fair: Decide = () => ({ type: "pass" });

type Forecast = (seed: number, words: string) => Decide;

const forecasts: Readonly<Record<Sky, Forecast>> = {
  fair: () => fair,
  cut: () => () => ({ type: "reset" }),
  refusing: () => () => ({ type: "refuse", status: 503 }),
  overloaded:
    () =>
    ({ stream }) =>
      stream === undefined ? { type: "refuse", status: 429, retryAfter: 1 } : { type: "pass" },
  slow:
    (seed, words) =>
    ({ number, stream }) => {
      const milliseconds = Math.floor(chance(seed, words, number) * 1500);
      return { type: stream === undefined ? "delay" : "lag", milliseconds };
    },
  changeable: (seed, words) => {
    const passing = passingWeather(seed, words);
    // Frequent requests get their share of faults too.
    return (asked) => passing({ ...asked, time: 1 + (asked.time % 6) });
  },
};
