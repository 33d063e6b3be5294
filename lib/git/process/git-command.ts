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

/**
 * Variables that are taken from the environment: the location of programs and temporary files, and proxies.
 */
const taken: ReadonlySet<string> = new Set([
  "PATH",
  "TMPDIR",
  "http_proxy",
  "https_proxy",
  "all_proxy",
  "no_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
]);

const settings: readonly GitSetting[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.protectHFS", "true"],
  ["core.protectNTFS", "true"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
  ["submodule.recurse", "false"],
  ["advice.detachedHead", "false"],
];

/**
 * Builds the whole environment of a git command: no configuration of the machine or the user applies, nothing
 * prompts, and only the command's protocol is allowed. Git looks for no repository from the ceiling upwards.
 */
export function gitEnvironment(call: GitCommand, ceiling: string): Record<string, string> {
  const { home, env } = call.surroundings;
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && taken.has(name) ? [[name, value] as const] : [],
  );
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    XDG_CONFIG_HOME: home,
    // Messages of git are recognized by their text.
    LC_ALL: "C",
    LANGUAGE: "C",
    ...call.env,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
    // The cleanup of a mirror relies on this format.
    GIT_DEFAULT_REF_FORMAT: "files",
    GIT_CEILING_DIRECTORIES: ceiling,
    GIT_PROTOCOL_FROM_USER: "0",
    GIT_ALLOW_PROTOCOL: call.protocol ?? "none",
    // A commit that is fetched may be a delta to something that was left out: only then git may request that.
    ...(call.protocol === undefined ? { GIT_NO_LAZY_FETCH: "1" } : {}),
    ...asVariables([...settings, ...(call.config ?? [])]),
  };
}

function asVariables(pairs: readonly GitSetting[]): Record<string, string> {
  return Object.fromEntries([
    ["GIT_CONFIG_COUNT", String(pairs.length)],
    ...pairs.flatMap(([name, value], at) => [
      [`GIT_CONFIG_KEY_${at}`, name],
      [`GIT_CONFIG_VALUE_${at}`, value],
    ]),
  ]);
}
