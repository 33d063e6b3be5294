import { readManifests } from "../../lib/manifest/parse-manifests.ts";
import { countWork } from "./work-count.ts";
import { pumped, type Pump } from "./pump.ts";

/** The work that a text costs, by its length. */
export interface Growth {
  /** Blocks of code for each character of a text of the smaller and of the larger size. */
  readonly smaller: number;
  readonly larger: number;
}

/** Characters of the smaller text; the larger one has four times as many. */
const size = 6000;

/**
 * Blocks for each character that no text may cost: a fault that is told at each character comes near to it.
 */
export const mostWork = 4000;

/**
 * How much more a character of the larger text may cost. Twice as much is a fourth of what quadratic growth
 * would give.
 */
export const mostGrowth = 2;

/** What a character below that costs is too little to be judged. */
const negligible = 20;

/** Counts the work of reading a text, in two sizes. */
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

/** Whether the work grows with the length of the text, and not faster. */
export function isLinear({ smaller, larger }: Growth): boolean {
  return larger <= mostWork && larger <= Math.max(smaller, negligible) * mostGrowth;
}

/** Characters of texts whose reading is timed. */
const timedSize = 30_000;

/**
 * How much longer a text takes that is four times as long, by the processor time of this process: what the
 * engine does in one call counts here. What seems to take more than `most` times as long is timed again,
 * twice.
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

/** Microseconds a character: the largest of Kubernetes' own definitions take less. */
const negligibleTime = 1;

function timeOf(text: string): number {
  const before = process.cpuUsage();
  readManifests({ name: "a.yaml", text });
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
