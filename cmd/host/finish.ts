import type { ExitCode } from "./exit-code.ts";

/** Takes the exit code of the verb that ran. */
export type SetExitCode = (code: ExitCode) => void;
