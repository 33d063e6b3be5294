import { formatOrigin } from "../../lib/object/diagnostic/source-text.ts";
import type { SyncConfiguration } from "../../lib/sync/unit/unit.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import { printDiagnostics } from "../output/print-diagnostics.ts";
import type { Signals } from "../host/host.ts";
import type { SyncEventSinks } from "../sidecar/sync-event-sinks.ts";
import type { SyncArgs } from "../flags/sync-flags.ts";

/** The initial configuration of a sidecar. */
export interface OpenedConfiguration {
  /** With the name from `--name`. */
  readonly configuration: SyncConfiguration;
  /** The text of the file; undefined if there is none. */
  readonly text: SourceText | undefined;
}

/** Loads the configuration of `sync`. Reports faults of the file, and returns undefined in that case. */
export async function loadSyncConfig({
  source,
  flags,
  host,
}: SyncArgs): Promise<OpenedConfiguration | undefined> {
  if (source.type === "flags") {
    return { configuration: named(source.configuration, flags.name), text: undefined };
  }
  const { lookAtConfiguration } = await import("../../lib/sync/config/follow-configuration.ts");
  const look = await lookAtConfiguration(source.file);
  if ("diagnostics" in look) {
    const { withoutSecrets } = await import("../../lib/redact/redact-config.ts");
    const sources = [withoutSecrets(look.source)];
    await printDiagnostics(look.diagnostics, { sources, flags, host });
    return undefined;
  }
  return { configuration: named(look.configuration, flags.name), text: look.source };
}

/** Returns the configuration with another name, if one is given. */
function named(configuration: SyncConfiguration, name: string | undefined): SyncConfiguration {
  return name === undefined ? configuration : { ...configuration, name };
}

/** Inputs for following a configuration. */
export interface Rereading {
  readonly words: SyncArgs;
  readonly opened: OpenedConfiguration;
  readonly signals: Pick<Signals, "signal">;
}

/**
 * Watches a configuration file until the signal: a valid change is applied, an invalid one is reported and
 * has no effect.
 */
export async function watchSyncConfig(
  { words, opened, signals: { signal } }: Rereading,
  { notice }: Pick<SyncEventSinks, "notice">,
  takeUp: (configuration: SyncConfiguration) => Promise<void>,
): Promise<void> {
  const { source, flags, host } = words;
  if (source.type === "flags" || opened.text === undefined) {
    return new Promise(() => {});
  }
  const { followConfiguration } = await import("../../lib/sync/config/follow-configuration.ts");
  const followed = { file: source.file, known: opened.text, clock: host.clock, signal };
  return followConfiguration(followed, (look) => {
    if ("diagnostics" in look) {
      for (const { message, origin } of look.diagnostics) {
        const place = origin === undefined ? "" : `${formatOrigin(origin)}: `;
        notice(`the previous configuration stays in effect: ${place}${message}`, "error");
      }
      return;
    }
    notice(`${source.file} changed: reloading the configuration`);
    void takeUp(named(look.configuration, flags.name));
  });
}
