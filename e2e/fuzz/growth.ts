import { readManifests } from "../../lib/manifest/parse-manifests.ts";
import { countWork } from "./work-count.ts";
import { pumped, type Pump } from "./pump.ts";

/** The work that a text costs, by its length. */
export interface Growth {
  /** Executed blocks of code per character of the smaller and of the larger text. */
  readonly smaller: number;
  readonly larger: number;
}

/** Characters of the smaller text; the larger one has four times as many. */
const size = 6000;

/** The most blocks per character: an error reported at each character comes close to it. */
export const mostWork = 4000;

/**
 * The most that the cost per character may grow. A factor of two is a fourth of what quadratic growth would
 * give.
 */
export const mostGrowth = 2;

/** A cost per character below this is too small to judge. */
const negligible = 20;

/** Counts the work of reading a text in two sizes. */
export function growthOf(hostile: Pump): Growth {
  const [smaller, larger] = [
    workPerCharacter(pumped(hostile, size)),
    workPerCharacter(pumped(hostile, 4 * size)),
  ];
  return { smaller, larger };
}

function workPerCharacter(text: string): number {
  return countWork(() => readManifests({ name: "a.yaml", text })) / text.length;
}

/** Whether the work grows at most linearly with the length of the text. */
export function isLinear({ smaller, larger }: Growth): boolean {
  return larger <= mostWork && larger <= Math.max(smaller, negligible) * mostGrowth;
}

/** Characters of texts whose reading is timed. */
const timedSize = 30_000;

/**
 * The factor of time for a text four times as long, by the CPU time of this process, which includes work
 * inside the engine. A result above `most` is measured twice more.
 */
export function timeGrowthOf(hostile: Pump, most: number): number {
  const [smaller, larger] = [pumped(hostile, timedSize), pumped(hostile, 4 * timedSize)];
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && least > most; attempt += 1) {
    const times = [smaller, larger].map((text) => timeOf(text) / text.length);
    const [first = 0, second = 0] = times;
    least = Math.min(least, (4 * second) / Math.max(first, negligibleTime));
  }
  return least;
}

/** Microseconds per character: the largest CRDs of Kubernetes take less. */
const negligibleTime = 1;

function timeOf(text: string): number {
  const before = process.cpuUsage();
  readManifests({ name: "a.yaml", text });
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
