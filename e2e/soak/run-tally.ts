import { compareText } from "../../lib/object/object-ref.ts";
import { stringField } from "../../lib/object/json.ts";
import type { Replica } from "./replica.ts";

/**
 * The runs of all replicas so far, from their logs: `runs: 12 converged, 3 interrupted; 41 objects drifted, 2
 * fights`.
 */
export function runTally(replicas: readonly Pick<Replica, "lives">[]): string {
  const lines = replicas.flatMap(({ lives }) => lives.flatMap(({ log }) => log));
  const verdicts = new Map<string, number>();
  for (const line of lines.filter(({ type }) => type === "runEnded")) {
    const verdict = stringField(line, "verdict") ?? "";
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  }
  const runs = [...verdicts]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([verdict, count]) => `${count} ${verdict}`);
  const count = (type: string): number => lines.filter((line) => line["type"] === type).length;
  return `runs: ${runs.join(", ")}; ${count("drift")} objects drifted, ${count("fight")} fights`;
}
