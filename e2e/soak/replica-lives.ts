import { type SidecarProcess, type SidecarStart, startSidecar } from "./sidecar-process.ts";
import type { SoakWeather } from "./soak-weather.ts";

/** What a replica is made of. */
export interface ReplicaFacts {
  readonly name: string;
  readonly weather: SoakWeather;
  readonly start: SidecarStart;
}

/** A replica over all its lives: it is killed and started again under the same name, as a container is. */
export class Replica {
  readonly name: string;
  readonly weather: SoakWeather;
  readonly #start: SidecarStart;
  readonly #lives: SidecarProcess[] = [];
  readonly #unasked: string[] = [];
  #isToEnd = true;

  constructor({ name, weather, start }: ReplicaFacts) {
    this.name = name;
    this.weather = weather;
    this.#start = start;
  }

  /** All its lives, the last one last. */
  get lives(): readonly SidecarProcess[] {
    return this.#lives;
  }

  /** Ends that nobody has asked for: `life 2 ended with 1`. */
  get unasked(): readonly string[] {
    return this.#unasked;
  }

  /** Begins a life. */
  start(): void {
    const life = startSidecar(this.#start);
    this.#lives.push(life);
    this.#isToEnd = false;
    void this.#onEnd(life, this.#lives.length);
  }

  async #onEnd(life: SidecarProcess, number: number): Promise<void> {
    const how = await life.ended;
    if (!this.#isToEnd && this.#lives.at(-1) === life) {
      this.#unasked.push(`${this.name} ended its life ${number} by itself with ${how}`);
    }
  }

  /** Ends its life in the middle of whatever it does. */
  async kill(): Promise<void> {
    this.#isToEnd = true;
    this.lives.at(-1)?.signal("SIGKILL");
    await this.lives.at(-1)?.ended;
  }

  /** Asks it to end, and gives how it did. */
  async stop(): Promise<string | undefined> {
    this.#isToEnd = true;
    this.lives.at(-1)?.signal("SIGTERM");
    return this.lives.at(-1)?.ended;
  }

  /** Lets no time pass for it, or lets it pass again. */
  freeze(isFrozen: boolean): void {
    this.lives.at(-1)?.signal(isFrozen ? "SIGSTOP" : "SIGCONT");
  }
}
