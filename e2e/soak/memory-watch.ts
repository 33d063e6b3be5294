import type { Replica } from "./replica.ts";

/** The memory of a replica at a moment. */
interface Sample {
  /** Seconds since the start. */
  readonly at: number;
  readonly life: number;
  readonly mebibytes: number;
  readonly cpu: number;
}

/** The growth of a replica's memory after its warm-up. */
export interface Growth {
  readonly name: string;
  readonly samples: number;
  readonly seconds: number;
  readonly mebibytes: number;
  /** Along the straight line through all samples of its last process, over its whole time. */
  readonly grownBy: number;
}

/** Samples the memory of replicas periodically. */
export class MemoryWatch {
  readonly #replicas: readonly Replica[];
  readonly #samples = new Map<string, Sample[]>();

  constructor(replicas: readonly Replica[]) {
    this.#replicas = replicas;
  }

  /** Takes one sample. */
  look(at: number): void {
    for (const { name, lives } of this.#replicas) {
      const usage = lives.at(-1)?.usage();
      if (usage !== undefined && usage.mebibytes > 0) {
        const { mebibytes, cpu } = usage;
        const samples = this.#samples.get(name) ?? [];
        samples.push({ at, life: lives.length, mebibytes, cpu });
        this.#samples.set(name, samples);
      }
    }
  }

  /** Formats the last sample: `replica-0 life 3, 112 MiB, 14.2 s CPU`. */
  words(): string {
    return this.#replicas
      .map(({ name }) => {
        const last = this.#samples.get(name)?.at(-1);
        return last === undefined
          ? `${name} –`
          : `${name} life ${last.life}, ${Math.round(last.mebibytes)} MiB, ${last.cpu.toFixed(1)} s CPU`;
      })
      .join("; ");
  }

  /** The growth of memory from that second on, for all processes that have run since then. */
  growths(from: number): readonly Growth[] {
    return this.#replicas.flatMap(({ name, lives }) => {
      const samples = (this.#samples.get(name) ?? []).filter(
        ({ at, life }) => at >= from && life === lives.length,
      );
      const [first, last] = [samples.at(0), samples.at(-1)];
      return first === undefined || last === undefined || first === last
        ? []
        : [
            {
              name,
              samples: samples.length,
              seconds: last.at - first.at,
              mebibytes: last.mebibytes,
              grownBy: slope(samples) * (last.at - first.at),
            },
          ];
    });
  }
}

/** Mebibytes per second, by least squares. */
function slope(samples: readonly Sample[]): number {
  const middle = mean(samples.map(({ at }) => at));
  const usual = mean(samples.map(({ mebibytes }) => mebibytes));
  const rise = samples.reduce((sum, { at, mebibytes }) => sum + (at - middle) * (mebibytes - usual), 0);
  const run = samples.reduce((sum, { at }) => sum + (at - middle) ** 2, 0);
  return run === 0 ? 0 : rise / run;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
