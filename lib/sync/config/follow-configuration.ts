import { readFile } from "node:fs/promises";

import type { Clock } from "../../async/clock.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Duration } from "../../object/duration.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import { decodeText } from "../../object/decode-text.ts";
import { sourceNotFound, sourceUnreadable } from "../../source/source-location.ts";
import { type ConfigurationReading, readConfiguration } from "./read-configuration.ts";

/** The outcome of reading a configuration file, with its text as far as that could be read. */
export type ConfigurationLook = ConfigurationReading & { readonly source: SourceText };

/** Options of following a configuration file. */
export interface FollowedFile {
  readonly file: string;
  /** The text that was read last; while it is the same, nothing is emitted. */
  readonly known: SourceText;
  readonly clock: Pick<Clock, "sleep">;
  readonly signal: AbortSignal;
}

/**
 * Milliseconds between two looks at the file. A mounted ConfigMap changes by a symbolic link that replaces
 * another, which watches of the file system miss; and the kubelet takes a minute for it anyway.
 */
export const configurationPace: Duration = 10_000;

/** Reads a configuration file once. Never throws: faults of the file or the disk are in the result. */
export async function lookAtConfiguration(file: string): Promise<ConfigurationLook> {
  const text = await readText(file);
  return "fault" in text
    ? { source: { name: file, text: "" }, diagnostics: [text.fault] }
    : { source: text.source, ...(await readConfiguration(text.source)) };
}

/**
 * Polls the file, and emits its content whenever that has changed, valid or not: while it is invalid the
 * previous configuration stays in force. A file that cannot be read is reported once. Ends with the signal,
 * and never throws.
 */
export async function followConfiguration(
  { file, known, clock, signal }: FollowedFile,
  emit: (look: ConfigurationLook) => void,
): Promise<void> {
  let last = `text ${known.text}`;
  for (;;) {
    await clock.sleep(configurationPace, signal);
    if (signal.aborted) {
      return;
    }
    const text = await readText(file);
    const seen = "fault" in text ? `fault ${text.fault.message}` : `text ${text.source.text}`;
    if (seen !== last) {
      last = seen;
      emit(
        "fault" in text
          ? { source: { name: file, text: "" }, diagnostics: [text.fault] }
          : { source: text.source, ...(await readConfiguration(text.source)) },
      );
    }
  }
}

async function readText(
  file: string,
): Promise<{ readonly source: SourceText } | { readonly fault: Diagnostic }> {
  try {
    return decodeText(file, await readFile(file));
  } catch (error) {
    const missing = sourceNotFound(file, error);
    return {
      fault:
        missing === undefined
          ? sourceUnreadable(file, error)
          : { ...missing, message: `${file} does not exist: check the path` },
    };
  }
}
