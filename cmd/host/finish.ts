import type { ExitCode } from "./exit-code.ts";

/** Sets the exit code of the verb that ran. */
export type SetExitCode = (code: ExitCode) => void;
