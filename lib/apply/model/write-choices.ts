import type { WriteOptions } from "../../client/model/cluster.ts";
import type { IgnoredDifference } from "../../inventory/ignored-differences.ts";

/** The name under which converge owns fields. */
export const fieldManager = "converge";

/** How objects are written and deleted. */
export interface WriteChoices {
  /** Fields that other managers own are taken over. */
  readonly forceConflicts: boolean;
  /** What cannot be changed is deleted and made anew, whatever its annotations say. */
  readonly recreate: boolean;
  /** Nothing is changed: `server` asks the server what it would say, `client` only compares. */
  readonly dryRun: false | "client" | "server";
  readonly fieldValidation: NonNullable<WriteOptions["fieldValidation"]>;
  readonly propagation: "Background" | "Foreground" | "Orphan";
  /** Objects that nobody in the set waits for are waited for too. */
  readonly wait: boolean;
  /** Fields that are left to the cluster once an object is there. */
  readonly ignoreDifferences?: readonly IgnoredDifference[];
}
