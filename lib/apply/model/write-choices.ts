import type { WriteOptions } from "../../client/model/cluster.ts";

/** The field manager of converge. */
export const fieldManager = "converge";

/** Options for writing and deleting objects. */
export interface WriteChoices {
  /** Fields that other managers own are taken over. */
  readonly forceConflicts: boolean;
  /** Objects that cannot be updated are deleted and recreated, whatever their annotations say. */
  readonly recreate: boolean;
  /** Nothing is changed: `server` sends server-side dry runs, `client` only compares. */
  readonly dryRun: false | "client" | "server";
  readonly fieldValidation: NonNullable<WriteOptions["fieldValidation"]>;
  readonly propagation: "Background" | "Foreground" | "Orphan";
  /** Objects that nothing in the set waits for are waited for too. */
  readonly wait: boolean;
}
