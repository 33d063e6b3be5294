import { judged, type Target } from "../result.ts";
import type { SyncFigure } from "./sync-result.ts";

/**
 * The targets of a sidecar with 10,000 objects; with fewer none is judged. A missed one is reported, never a
 * failed test: machines differ.
 */
export function syncTargets(figures: readonly SyncFigure[], isFull: boolean): readonly Target[] {
  const worst = (part: string, ...names: readonly string[]): number | null => {
    const values = figures
      .filter((one) => one.part === part && names.includes(one.name))
      .map(({ value }) => value);
    return isFull && values.length > 0 ? Math.max(...values) : null;
  };
  const rest = "steady state";
  return [
    {
      name: "writes at rest but renewals",
      limit: 1,
      value: worst(rest, "other writes", "writes after them"),
    },
    { name: "lists at rest and by a re-check", limit: 1, value: worst(rest, "lists", "lists of a re-check") },
    { name: "watches begun at rest", limit: 1, value: worst(rest, "watches begun") },
    { name: "% of a CPU at rest", limit: 1, value: worst(rest, "CPU") },
    {
      name: "MiB after an hour's events",
      limit: 300,
      value: worst(rest, "memory", "memory after them", "memory after a re-check"),
    },
    {
      name: "push to first write, s over the interval",
      limit: 1,
      value: worst("push", "to first write, over the interval"),
    },
    {
      name: "push to first write by webhook, s",
      limit: 1,
      value: worst("push", "to first write, by webhook"),
    },
    {
      name: "drift to correction at p99, s",
      limit: 2,
      value: worst("drift", "to its correction, 99 of 100"),
    },
    {
      name: "restart until all is Ready, s",
      limit: 10,
      value: worst("restart", "until all units are Ready"),
    },
    { name: "restart, writes but of Leases", limit: 1, value: worst("restart", "writes but of Leases") },
  ].map(judged);
}
