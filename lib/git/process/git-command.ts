import type { Duration } from "../../object/duration.ts";
import type { Clock } from "../../async/clock.ts";

/**
 * A setting of git: its name, and its value. They reach git by its environment: other users of the machine
 * see the words of a command.
 */
export type GitSetting = readonly [name: string, value: string];

/** One call of git. */
export interface GitCommand {
  readonly surroundings: GitSurroundings;
  /** The bare repository it works on; none where undefined. */
  readonly repository?: string;
  /** The only protocol it may speak: `https`, `http`, `ssh`, `file`. Nothing is reached where undefined. */
  readonly protocol?: string;
  /** Besides those of every call; the last of a name wins. */
  readonly config?: readonly GitSetting[];
  /** Besides that of every call. */
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly time: Duration;
  /** Bytes of its standard output; 16 MiB where undefined. */
  readonly mostOutput?: number;
  readonly signal: AbortSignal;
}

/** What all calls of git of a store share. */
export interface GitSurroundings {
  /** An existing empty folder of our own: where git runs, and its home. */
  readonly home: string;
  /** Where PATH, proxies and TMPDIR are taken from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}
