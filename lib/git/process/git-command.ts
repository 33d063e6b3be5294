import type { Duration } from "../../object/duration.ts";
import type { Clock } from "../../async/clock.ts";

/**
 * A setting of git: its name, and its value. Settings are passed by the environment: other users of the
 * machine see the arguments of a command.
 */
export type GitSetting = readonly [name: string, value: string];

/** One git command. */
export interface GitCommand {
  readonly surroundings: GitSurroundings;
  /** The bare repository to work on; undefined for none. */
  readonly repository?: string;
  /** The only protocol it may use: `https`, `http`, `ssh`, `file`; undefined for no access to servers. */
  readonly protocol?: string;
  /** In addition to those of every command; the last of a name wins. */
  readonly config?: readonly GitSetting[];
  /** In addition to that of every command. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly time: Duration;
  /** Bytes of its standard output; 16 MiB if undefined. */
  readonly mostOutput?: number;
  readonly signal: AbortSignal;
}

/** The context that all git commands of a store share. */
export interface GitSurroundings {
  /** An existing empty folder of our own: the working directory of git, and its home. */
  readonly home: string;
  /** The source of PATH, proxies and TMPDIR. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}
