import { chance } from "../apply/faults/chance.ts";
import type { DecideHandling } from "../apply/faults/fault-proxy.ts";
import { transientFaults } from "../apply/faults/transient-faults.ts";
import type { Random } from "./random.ts";

/** The states of the connection between a replica and the API server. */
export const connectionStates = ["fair", "cut", "refusing", "overloaded", "slow", "changeable"] as const;
/** One of them; all but the first are faults. */
export type ConnectionState = (typeof connectionStates)[number];

/** The connection between one replica and the API server, which changes over time. */
export interface ReplicaConnection {
  readonly decide: DecideHandling;
  readonly change: (state: ConnectionState) => void;
}

/** A connection without faults, until it changes. */
export function replicaConnection(seed: number, name: string): ReplicaConnection {
  let now = fair;
  let changes = 0;
  return {
    decide: (asked) => now(asked),
    change: (state) => {
      changes += 1;
      now = handlings[state](seed, `${name} ${changes}`);
    },
  };
}

/** Picks a faulty state. */
export function faultyState(random: Random): ConnectionState {
  return random.pick(connectionStates.filter((state) => state !== "fair"));
}

const fair: DecideHandling = () => ({ type: "pass" });

type HandlingOf = (seed: number, words: string) => DecideHandling;

const handlings: Readonly<Record<ConnectionState, HandlingOf>> = {
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
    const passing = transientFaults(seed, words);
    // Frequent requests get their share of faults too.
    return (asked) => passing({ ...asked, time: 1 + (asked.time % 6) });
  },
};
