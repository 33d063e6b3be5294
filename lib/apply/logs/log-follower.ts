import PQueue from "p-queue";

import { ApiError, isExternalError } from "../../client/model/api-error.ts";
import { formatRef } from "../../object/object-ref.ts";
import { type LogOptions, defaultDeployPolicy } from "../../object/deploy-policy.ts";
import type { Plan } from "../../plan/plan.ts";
import { runsToEnd } from "../../readiness/kind/completion.ts";
import { ObjectLogStream } from "./log-stream.ts";
import { showsContainer, showsLine } from "./log-line.ts";
import type { ContainerRun } from "./select-log-containers.ts";
import { ThrottledLog } from "./log-throttle.ts";
import { targetOf } from "../model/live-object.ts";
import { hasPods } from "../observe/owned-pods.ts";
import type { Subscribe } from "../model/task.ts";
import type { RunContext } from "../model/run-context.ts";
import type { LogRequest, LogContext, KnownPods, ReportOptions } from "./log-request.ts";
import { refOf } from "../../object/metadata.ts";

/** The number of logs followed concurrently; the others wait for one of them to end. */
const mostStreams = 20;
/**
 * The numbers of existing log lines to read: only the last ones, or more if this run has changed the object.
 */
const linesBefore = 10;
const linesSince = 1000;

/** Follows the logs of the pods of objects that are waited for, and emits their lines. */
export class LogFollower {
  readonly #context: LogContext;
  readonly #pods: KnownPods;
  readonly #isOn: boolean;
  readonly #options = new Map<string, LogOptions>();
  readonly #queue = new PQueue({ concurrency: mostStreams });
  readonly #life = new AbortController();
  #isRefused = false;

  constructor(context: LogContext, { pods, isOn }: { readonly pods: KnownPods; readonly isOn: boolean }) {
    this.#context = context;
    this.#pods = pods;
    this.#isOn = isOn;
  }

  /** From now on logs of the plan's objects are shown as their log options say. */
  configure(plan: Plan): void {
    for (const { manifest, treatment } of plan.groups.flatMap((group) => group.objects)) {
      if (treatment.logs !== defaultDeployPolicy.logs) {
        this.#options.set(manifest.key, treatment.logs);
      }
    }
  }

  /** Reports whether lines of that container may be shown, of the object with that key. */
  mayShow(key: string, container: string): boolean {
    return showsContainer(this.requestsOf(key), container);
  }

  /**
   * Follows the logs as long as an object is followed. The last lines of an object that runs to completion
   * are emitted before its end.
   */
  along(request: LogRequest, follow: Subscribe): Subscribe {
    const ref = refOf(request.written);
    const { skip, replicas } = this.requestsOf(formatRef(ref));
    const isMute = !this.#isOn || skip || replicas === 0 || !(hasPods(ref) || runsToEnd(ref));
    return isMute
      ? follow
      : (report) => {
          const logs = new ObjectLogStream(this, { ...request, pods: this.#pods, replicas, report });
          const stop = follow((observation) => {
            logs.emit(observation);
          });
          return () => {
            logs.stop();
            stop();
          };
        };
  }

  /** The log options of an object. */
  requestsOf(key: string): LogOptions {
    return this.#options.get(key) ?? defaultDeployPolicy.logs;
  }

  /** The clock of the run. */
  get clock(): RunContext["clock"] {
    return this.#context.clock;
  }

  /**
   * Emits what a container writes until it has ended, the signal aborts or its log cannot be read. Rejects
   * only for bugs.
   */
  async report(
    life: ContainerRun,
    { written, changed }: LogRequest,
    { signal, turn, received }: ReportOptions,
  ): Promise<void> {
    const target = targetOf(refOf(written));
    const options = this.requestsOf(target.key);
    const { pod, container } = life;
    const { clock, emit } = this.#context;
    const throttle = new ThrottledLog({
      clock,
      shows: (line) => showsLine(options, container, line),
      report: (lines, leftOut) => {
        const left = leftOut === 0 ? {} : { leftOut };
        emit({ type: "log", at: clock.now(), target, pod, container, lines, ...left });
      },
    });
    // Whatever is still pending is emitted before the end of the object.
    signal.addEventListener("abort", () => throttle.end(), { once: true });
    if (turn !== undefined) {
      throttle.hold();
      void turn.then(() => throttle.goOn());
    }
    const lines = changed ? linesSince : linesBefore;
    await this.#queue.add(() =>
      this.#stream({ ...life, lines }, signal, (line) => {
        throttle.emit(line);
        received();
      }),
    );
    await turn;
    throttle.end();
  }

  async #stream(
    { namespace, pod, container, previous, lines }: ContainerRun & { readonly lines: number },
    signal: AbortSignal,
    report: (line: string) => void,
  ): Promise<void> {
    if (this.#isRefused || signal.aborted) {
      return;
    }
    const ended = AbortSignal.any([signal, this.#life.signal]);
    try {
      const source = { namespace, name: pod, container, lines, ...(previous ? { previous } : {}) };
      await this.#context.cluster.followLogs(source, { signal: ended, report });
    } catch (error) {
      this.#release(error);
    }
  }

  /** Ends all streams. */
  close(): void {
    this.#life.abort();
  }

  /** A log that cannot be read is never a failure. */
  #release(error: unknown): void {
    if (!isExternalError(error)) {
      throw error;
    }
    if (error instanceof ApiError && error.status === 403 && !this.#isRefused) {
      this.#isRefused = true;
      const message = `logs are not shown because access was denied: ${error.message}`;
      this.#context.emit({ type: "notice", at: this.#context.clock.now(), level: "note", message });
    }
  }
}
