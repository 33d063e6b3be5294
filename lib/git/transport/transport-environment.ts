import type { GitSetting } from "../process/git-command.ts";

/** The variables of the process that we were started with. */
export type ProcessEnv = Readonly<Record<string, string | undefined>>;

/**
 * The variable that holds the private folder: what a shell of git's sees names it, and nothing of a user's.
 */
export const folderVariable = "CONVERGE_GIT_PASSAGE";

/** What git needs on the way to one server, before it has a folder. */
export interface TransportEnvironment {
  readonly config: readonly GitSetting[];
  /** Variables of the environment. */
  readonly env: ReadonlyMap<string, string>;
  /** Files of the private folder: name to text. */
  readonly files: ReadonlyMap<string, string>;
  /** Settings whose value is the path of one of these files. */
  readonly paths: readonly GitSetting[];
}
