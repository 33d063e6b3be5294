import type { JsonObject } from "../../object/json.ts";
import type { RunContext } from "../model/run-context.ts";
import type { OwnedPods } from "../observe/owned-pods.ts";
import type { ContainerRun } from "./select-log-containers.ts";

/** What a log is followed for. */
export interface LogRequest {
  /** The object as it was written. */
  readonly written: JsonObject;
  /** Whether the run has changed it, so that its pods are new. */
  readonly changed: boolean;
}

/** What following logs needs of the world. */
export type LogContext = Pick<RunContext, "clock" | "emit"> & {
  readonly cluster: Pick<RunContext["cluster"], "followLogs">;
};

/** What it needs to know of pods. */
export type KnownPods = Pick<OwnedPods, "listen" | "of" | "isBlind">;

/** Follows the logs of single containers, as the log stream of an object asks. */
export interface ContainerLogs {
  readonly clock: RunContext["clock"];
  /** Whether lines of that container may be shown, of the object with that key. */
  readonly mayShow: (key: string, container: string) => boolean;
  /**
   * Emits what a container writes until it has ended or the signal aborts; not before `turn` resolves, where
   * there is one.
   */
  readonly report: (
    life: ContainerRun,
    request: LogRequest,
    options: { readonly signal: AbortSignal; readonly turn: Promise<void> | undefined },
  ) => Promise<void>;
}
