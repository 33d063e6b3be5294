import { formatOrigin } from "../../lib/object/diagnostic/source-text.ts";
import type { SyncConfiguration } from "../../lib/sync/unit/unit.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import type { Signals } from "../host/host.ts";
import type { SyncEventSinks } from "../sidecar/sync-event-sinks.ts";
import type { SyncWords } from "../flags/sync-flags.ts";

/** What a sidecar keeps as it begins. */
export interface OpenedConfiguration {
  /** With the name that `--name` gives. */
  readonly configuration: SyncConfiguration;
  /** The text of the file; undefined where there is none. */
  readonly text: SourceText | undefined;
}

/** Reads what `sync` is to keep. Shows what is wrong with the file, and gives undefined then. */
export async function loadSyncConfig({
  source,
  flags,
  shell,
}: SyncWords): Promise<OpenedConfiguration | undefined> {
  if (source.type === "flags") {
    return { configuration: named(source.configuration, flags.name), text: undefined };
  }
  const { lookAtConfiguration } = await import("../../lib/sync/config/follow-configuration.ts");
  const look = await lookAtConfiguration(source.file);
  if ("diagnostics" in look) {
    const { withoutSecrets } = await import("../../lib/redact/redact-config.ts");
    const sources = [withoutSecrets(look.source)];
    await printDiagnostics(look.diagnostics, { sources, flags, shell });
    return undefined;
  }
  return { configuration: named(look.configuration, flags.name), text: look.source };
}

/** The configuration with another name, where one is given. */
function named(configuration: SyncConfiguration, name: string | undefined): SyncConfiguration {
  return name === undefined ? configuration : { ...configuration, name };
}

/** What is needed to follow a configuration. */
export interface Rereading {
  readonly words: SyncWords;
  readonly opened: OpenedConfiguration;
  readonly signals: Pick<Signals, "signal">;
}

/**
 * Follows the file of a configuration until the signal: what is right in it is taken up, what is wrong is
 * told and changes nothing.
 */
export async function watchSyncConfig(
  { words, opened, signals: { signal } }: Rereading,
  { notice }: Pick<SyncEventSinks, "notice">,
  takeUp: (configuration: SyncConfiguration) => Promise<void>,
): Promise<void> {
  const { source, flags, shell } = words;
  if (source.type === "flags" || opened.text === undefined) {
    return new Promise(() => {});
  }
  const { followConfiguration } = await import("../../lib/sync/config/follow-configuration.ts");
  const followed = { file: source.file, known: opened.text, clock: shell.clock, signal };
  return followConfiguration(followed, (look) => {
    if ("diagnostics" in look) {
      for (const { message, origin } of look.diagnostics) {
        const place = origin === undefined ? "" : `${formatOrigin(origin)}: `;
        notice(`the configuration of before stays in force: ${place}${message}`, "error");
      }
      return;
    }
    notice(`${source.file} has changed and is taken up`);
    void takeUp(named(look.configuration, flags.name));
  });
}
