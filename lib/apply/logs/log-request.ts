import type { JsonObject } from "../../object/json.ts";
import type { RunContext } from "../model/run-context.ts";
import type { OwnedPods } from "../observe/owned-pods.ts";
import type { ContainerRun } from "./select-log-containers.ts";

/** The object whose logs are followed. */
export interface LogRequest {
  /** The object as it was written. */
  readonly written: JsonObject;
  /** Whether the run has changed it, so that its pods are new. */
  readonly changed: boolean;
}

/** Dependencies of log following. */
export type LogContext = Pick<RunContext, "clock" | "emit"> & {
  readonly cluster: Pick<RunContext["cluster"], "followLogs">;
};

/** The pod lookups that log following needs. */
export type KnownPods = Pick<OwnedPods, "listen" | "of" | "isBlind">;

/** Options of following the log of a container. */
export interface ReportOptions {
  readonly signal: AbortSignal;
  /** Nothing is emitted before it resolves. */
  readonly turn: Promise<void> | undefined;
  /** Called for each line that is received. */
  readonly received: () => void;
}

/** Follows the logs of single containers on behalf of an object's log stream. */
export interface ContainerLogs {
  readonly clock: RunContext["clock"];
  /** Reports whether lines of that container may be shown, of the object with that key. */
  readonly mayShow: (key: string, container: string) => boolean;
  /**
   * Emits what a container writes until it has ended or the signal aborts.
   */
  readonly report: (life: ContainerRun, request: LogRequest, options: ReportOptions) => Promise<void>;
}
