import { type JsonObject, field, listField, objectField } from "../../object/json.ts";
import { refOf, uidOf } from "../../object/metadata.ts";
import { formatRef } from "../../object/object-ref.ts";
import { runsToEnd } from "../../readiness/kind/completion.ts";
import { releasesDependents } from "../../readiness/readiness.ts";
import {
  byPriority,
  type ContainerRun,
  hasFailed,
  hasFinished,
  isInTrouble,
  isReady,
  containerRuns,
} from "./select-log-containers.ts";
import { hasPods } from "../observe/owned-pods.ts";
import type { Observation } from "../model/task.ts";
import type { ContainerLogs, LogRequest, KnownPods } from "./log-request.ts";

/** Milliseconds that the end of a Job or Pod may wait for its last lines. */
const lastWordsTime = 2000;
/** Milliseconds without a line after which a log counts as complete: some servers leave its stream open. */
const quietTime = 300;
/** Milliseconds after which a ready pod is followed after all: usually its workload is ready by then. */
const readyTime = 500;

/** The logs of one object while it is followed. */
export class ObjectLogStream {
  readonly #watch: ContainerLogs;
  readonly #request: LogRequest;
  readonly #pods: KnownPods;
  readonly #replicas: number;
  readonly #report: (observation: Observation) => void;
  readonly #life = new AbortController();
  /** The progress of the log of each container run that is followed, by key. */
  readonly #received = new Map<string, "requested" | "begun" | "complete">();
  /** Pods that were chosen to be followed, as last seen, by uid. */
  readonly #chosen = new Map<string, JsonObject>();
  readonly #stops: (() => void)[] = [];
  #object: JsonObject;
  #hasBegun = false;
  /** The observation that waits for the last lines. */
  #held: Observation | undefined;
  #cancelQuiet: () => void = () => {};
  /** Ready pods are followed too. */
  #isLate = false;
  #awaitsLate = false;

  constructor(
    watch: ContainerLogs,
    facts: LogRequest & {
      readonly pods: KnownPods;
      readonly replicas: number;
      readonly report: (observation: Observation) => void;
    },
  ) {
    this.#watch = watch;
    this.#request = { written: facts.written, changed: facts.changed };
    this.#object = facts.written;
    this.#pods = facts.pods;
    this.#replicas = facts.replicas;
    this.#report = facts.report;
  }

  /**
   * Records an observation of the object and passes it on; the end of an object that runs to completion is
   * passed on after its last lines.
   */
  emit(observation: Observation): void {
    if (this.#held !== undefined) {
      return;
    }
    if (observation.type === "readiness" && observation.object !== undefined) {
      this.#object = observation.object;
    }
    if (!isEnd(observation)) {
      this.#report(observation);
      this.#listen();
    } else if (this.#hasBegun && hasEnded(this.#object) && this.#canReceive()) {
      this.#hold(observation);
    } else {
      // Lines received so far are emitted before the end.
      this.stop();
      this.#report(observation);
    }
  }

  /** Stops following the object: lines received so far are emitted. */
  stop(): void {
    this.#life.abort();
    this.#cancelQuiet();
    for (const stop of this.#stops) {
      stop();
    }
  }

  #listen(): void {
    if (this.#life.signal.aborted) {
      return;
    }
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      if (hasPods(refOf(this.#object))) {
        this.#stops.push(this.#pods.listen(this.#object, () => this.#look()));
      }
    }
    this.#look();
  }

  /** Reports whether its pods are observed at all. */
  #canReceive(): boolean {
    const { namespace } = refOf(this.#object);
    return !hasPods(refOf(this.#object)) || !this.#pods.isBlind(namespace);
  }

  #hold(observation: Observation): void {
    this.#held = observation;
    this.#stops.push(this.#watch.clock.after(lastWordsTime, () => this.#release()));
    this.#look();
  }

  #release(): void {
    const observation = this.#held;
    if (observation !== undefined && !this.#life.signal.aborted) {
      this.stop();
      this.#report(observation);
    }
  }

  #look(): void {
    if (this.#life.signal.aborted) {
      return;
    }
    this.#choose();
    for (const pod of this.#chosen.values()) {
      const notices = this.#livesOf(pod).filter(({ key }) => !this.#received.has(key));
      for (const { key } of notices) {
        this.#received.set(key, "requested");
      }
      this.#listenInTurn(notices);
    }
    this.#releaseIfDone();
  }

  /** Earlier logs are emitted before later ones: the init containers first, the crash before the restart. */
  #listenInTurn(lives: readonly ContainerRun[]): void {
    let turn: Promise<void> | undefined;
    for (const life of lives) {
      const reported = this.#listenTo(life, turn);
      turn = life.isOver ? reported : turn;
    }
  }

  #choose(): void {
    const pods = hasPods(refOf(this.#object)) ? this.#pods.of(this.#object) : [this.#object];
    const present = new Map(pods.map((pod) => [uidOf(pod), pod]));
    for (const uid of this.#chosen.keys()) {
      const pod = present.get(uid);
      if (pod === undefined) {
        this.#chosen.delete(uid);
      } else {
        this.#chosen.set(uid, pod);
      }
    }
    for (const pod of byPriority(pods)) {
      if (!this.#chosen.has(uidOf(pod)) && this.#hasRoomFor(pod)) {
        this.#chosen.set(uidOf(pod), pod);
      }
    }
  }

  /**
   * A pod that failed for good is replaced by the next; one in trouble is followed besides those that are
   * ready.
   */
  #hasRoomFor(pod: JsonObject): boolean {
    const chosen = [...this.#chosen.values()].filter((each) => !hasFailed(each));
    return (
      chosen.length < this.#replicas ||
      (chosen.length < 2 * this.#replicas && isInTrouble(pod) && chosen.every(isReady))
    );
  }

  /**
   * The container runs to follow. Most workloads are ready as soon as their pods are, so ready pods are
   * followed only after a moment.
   */
  #livesOf(pod: JsonObject): readonly ContainerRun[] {
    const key = formatRef(refOf(this.#object));
    const lives = containerRuns(pod).filter(({ container }) => this.#watch.mayShow(key, container));
    if (this.#isLate || !lives.some((life) => life.isReady) || runsToEnd(refOf(this.#object))) {
      return lives;
    }
    if (!this.#awaitsLate) {
      this.#awaitsLate = true;
      this.#stops.push(
        this.#watch.clock.after(readyTime, () => {
          this.#isLate = true;
          this.#look();
        }),
      );
    }
    return lives.filter((life) => !life.isReady);
  }

  async #listenTo(life: ContainerRun, turn: Promise<void> | undefined): Promise<void> {
    const begin = (): void => {
      this.#received.set(life.key, "begun");
      this.#releaseIfDone();
    };
    await this.#watch.report(life, this.#request, { signal: this.#life.signal, turn, received: begin });
    this.#received.set(life.key, "complete");
    this.#releaseIfDone();
  }

  /** Ends at once if all logs are complete, and after a moment without lines if all have begun. */
  #releaseIfDone(): void {
    if (this.#held === undefined) {
      return;
    }
    this.#cancelQuiet();
    const found = new Set(this.#received.values());
    if (!this.#areRunsKnown() || found.has("requested")) {
      return;
    }
    if (found.has("begun")) {
      this.#cancelQuiet = this.#watch.clock.after(quietTime, () => this.#release());
    } else {
      this.#release();
    }
  }

  #areRunsKnown(): boolean {
    return (
      this.#chosen.size + this.#received.size > 0 &&
      [...this.#chosen.values()].every((pod) => hasFinished(pod) || containerRuns(pod).length > 0)
    );
  }
}

/** Reports whether nothing more is expected of the followed object. */
function isEnd(observation: Observation): boolean {
  return (
    observation.type !== "readiness" ||
    releasesDependents(observation.readiness.state) ||
    observation.readiness.state === "Failed"
  );
}

/** Reports whether the object has run to completion, successfully or not. */
function hasEnded(object: JsonObject): boolean {
  if (!runsToEnd(refOf(object))) {
    return false;
  }
  const isOver = listField(objectField(object, "status"), "conditions").some(
    (condition) => endings.has(field(condition, "type")) && field(condition, "status") === "True",
  );
  return isOver || hasFinished(object);
}

const endings: ReadonlySet<unknown> = new Set(["Complete", "Failed", "SuccessCriteriaMet", "FailureTarget"]);
