import type { Requirements } from "../requirement/requirements.ts";

/** A module that is to be started. Embedded ones are modules like all others. */
export interface StartModule {
  readonly name: string;
  readonly weight: number;
  readonly isCritical: boolean;
  readonly requirements: Requirements;
}

/**
 * One thing that a module waits for: until the other is ready, or has ended, which it has when it is ready or
 * has failed.
 */
export interface StartWait {
  readonly on: string;
  readonly until: "ready" | "ended";
  readonly because: "dependency" | "optional dependency" | "weight" | "critical";
}
