import type { Requirements } from "../requirement/requirements.ts";

/** A module to start. Embedded ones are treated like all others. */
export interface StartModule {
  readonly name: string;
  readonly weight: number;
  readonly isCritical: boolean;
  readonly requirements: Requirements;
}

/** A wait of a module: until another is ready, or has ended, which means that it is ready or has failed. */
export interface StartWait {
  readonly on: string;
  readonly until: "ready" | "ended";
  readonly because: "dependency" | "optional dependency" | "weight" | "critical";
}
