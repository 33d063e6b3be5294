import type { GitSetting } from "../process/git-command.ts";

/** The variables of the process that we were started with. */
export type ProcessEnv = Readonly<Record<string, string | undefined>>;

/**
 * The variable that holds the private folder: what git passes to a shell refers to it, and contains nothing
 * of a user's.
 */
export const folderVariable = "CONVERGE_GIT_PASSAGE";

/** The settings, variables and files of git for one server, before they have a folder. */
export interface TransportEnvironment {
  readonly config: readonly GitSetting[];
  /** Environment variables. */
  readonly env: ReadonlyMap<string, string>;
  /** Files of the private folder: text by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Settings whose value is the path of one of these files. */
  readonly paths: readonly GitSetting[];
}
