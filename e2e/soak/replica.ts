import { type SidecarProcess, type SidecarStart, startSidecar } from "./sidecar-process.ts";
import type { ReplicaConnection } from "./replica-connection.ts";

/** The options of a replica. */
export interface ReplicaFacts {
  readonly name: string;
  readonly connection: ReplicaConnection;
  readonly start: SidecarStart;
}

/** A replica with all its processes: it is killed and restarted under the same name, as a container is. */
export class Replica {
  readonly name: string;
  readonly connection: ReplicaConnection;
  readonly #start: SidecarStart;
  readonly #lives: SidecarProcess[] = [];
  readonly #unasked: string[] = [];
  #isToEnd = true;

  constructor({ name, connection, start }: ReplicaFacts) {
    this.name = name;
    this.connection = connection;
    this.#start = start;
  }

  /** All its processes, the last one last. */
  get lives(): readonly SidecarProcess[] {
    return this.#lives;
  }

  /** Unexpected ends: `life 2 ended with 1`. */
  get unasked(): readonly string[] {
    return this.#unasked;
  }

  /** Starts a process. */
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

  /** Kills its process at an arbitrary point. */
  async kill(): Promise<void> {
    this.#isToEnd = true;
    this.lives.at(-1)?.signal("SIGKILL");
    await this.lives.at(-1)?.ended;
  }

  /** Stops it gracefully, and returns its exit status. */
  async stop(): Promise<string | undefined> {
    this.#isToEnd = true;
    this.lives.at(-1)?.signal("SIGTERM");
    return this.lives.at(-1)?.ended;
  }

  /** Pauses or resumes its process. */
  freeze(isFrozen: boolean): void {
    this.lives.at(-1)?.signal(isFrozen ? "SIGSTOP" : "SIGCONT");
  }
}
