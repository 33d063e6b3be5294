import type { Clock } from "../../async/clock.ts";
import type { JsonObject } from "../../object/json.ts";
import { stringifyJson } from "../../object/json.ts";
import { truncate } from "../../object/message-text.ts";
import { maskLine } from "../../redact/redact-text.ts";
import type { ServiceKey, ServiceType } from "../recipients.ts";
import type { PluginPrograms } from "./plugin-programs.ts";
import { type PluginEnding, runPlugin } from "./run-plugin.ts";

/** The surroundings of plugins. */
export interface PluginSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, "after">;
  readonly signal?: AbortSignal | undefined;
}

/** A data key, or the rest of a sentence about the program. */
export type PluginAnswer = { readonly key: Uint8Array } | { readonly fault: string };

/** Characters of an entry in JSON. */
const longestEntry = 65_536;

/** Data keys of one set. */
const mostRuns = 1000;

const never = new AbortController().signal;

/**
 * Programs that decrypt data keys, for one set: each key is decrypted once, and a program that has hung is
 * not run again.
 */
export class KeyPlugins {
  readonly #programs: PluginPrograms;
  readonly #surroundings: PluginSurroundings;
  readonly #answers = new Map<string, PluginAnswer>();
  readonly #late = new Set<string>();

  constructor(programs: PluginPrograms, surroundings: PluginSurroundings) {
    this.#programs = programs;
    this.#surroundings = surroundings;
  }

  /** Returns the program for a type of keys; undefined if there is none. */
  programFor(type: ServiceType): string | undefined {
    return this.#programs.get(type);
  }

  /** Decrypts a data key by the program for its type. Throws the signal's reason when that aborts. */
  async decrypt(key: ServiceKey): Promise<PluginAnswer> {
    const program = this.#programs.get(key.type) ?? "";
    const input = `${stringifyJson({ ...key.entry, type: key.type })}\n`;
    const known = this.#answers.get(input);
    if (known !== undefined) {
      return known;
    }
    const refusal = this.#refusal(program, input);
    if (refusal !== undefined) {
      return { fault: refusal };
    }
    const { env, clock, signal = never } = this.#surroundings;
    const ending = await runPlugin(program, { input, env: neededOf(env, key.type), clock, signal });
    if (ending.isLate === true) {
      this.#late.add(program);
    }
    const answer = answerOf(ending, key.entry);
    this.#answers.set(input, answer);
    return answer;
  }

  #refusal(program: string, input: string): string | undefined {
    if (this.#late.has(program)) {
      return "is not run again, because it did not end before";
    }
    if (input.length > longestEntry) {
      return `is not run for an entry of more than ${longestEntry} characters`;
    }
    return this.#answers.size >= mostRuns ? `is not run for more than ${mostRuns} data keys` : undefined;
  }
}

/** Variables that locate programs, folders and proxies. */
const always =
  /^(?:PATH|HOME|USER|LOGNAME|TMPDIR|LANG|LC_.*|XDG_RUNTIME_DIR|(?:HTTPS?|NO|ALL)_PROXY|SSL_CERT_.*|SYSTEMROOT)$/i;

/** Variables that the programs of a key service read. */
const own: Readonly<Record<ServiceType, RegExp>> = {
  pgp: /^(?:GNUPGHOME|GPG_TTY|DISPLAY|WAYLAND_DISPLAY)$/,
  kms: /^AWS_/,
  gcp_kms: /^(?:GOOGLE_|CLOUDSDK_)/,
  azure_kv: /^AZURE_/,
  hc_vault: /^VAULT_/,
  hckms: /^HUAWEICLOUD_/,
};

function neededOf(env: PluginSurroundings["env"], type: ServiceType): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && (always.test(name) || own[type].test(name)) ? [[name, value]] : [],
    ),
  );
}

/** A key of AES-256 in base64. */
const keyForm = /^[A-Za-z0-9+/]{43}=$/;

function answerOf(ending: PluginEnding, entry: JsonObject): PluginAnswer {
  const output = ending.output.trim();
  if (ending.fault === undefined && keyForm.test(output)) {
    return { key: Buffer.from(output, "base64") };
  }
  const fact = ending.fault ?? "wrote something else than 32 bytes in base64 to standard output";
  const said = shownWords(ending, entry);
  return { fault: said === "" ? fact : `${fact}: ${said}` };
}

/** The lines of standard error in a message, and their characters. */
const most = { lines: 3, characters: 300 } as const;

/** Words as long as a data key in base64. */
const longWord = /[\w+/-]{43,}={0,2}/g;

/** Returns the last lines of standard error as one line, without what may be a key. */
function shownWords({ said, output }: PluginEnding, entry: JsonObject): string {
  const names = Object.entries(entry).flatMap(([name, value]) =>
    name !== "enc" && typeof value === "string" ? [value] : [],
  );
  const lines = said
    .split(/[\r\n]+/)
    .map((line) =>
      line.replaceAll(longWord, (word) => (names.some((each) => each.includes(word)) ? word : "…")),
    )
    .map((line) => maskLine(line, [output.trim()]).trim())
    .filter((line) => line !== "");
  return truncate(lines.slice(-most.lines).join("; "), most.characters);
}
