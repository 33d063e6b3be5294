import { compareDiagnostics, type Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import {
  field,
  type JsonObject,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../../object/json.ts";
import type { JsonValue } from "../../object/json.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import { readSettings } from "../../settings/read-settings.ts";
import { withDefaults } from "../../settings/schema-defaults.ts";
import type { NotificationTarget, SyncConfiguration } from "../unit/unit.ts";
import { fileFaults } from "./file-faults.ts";
import { ringsOf } from "./make-rollout.ts";
import { makeUnit } from "./make-unit.ts";
import { clusterFaults, clustersOf } from "./unit-clusters.ts";
import { syncForm, syncSchema } from "./sync-schema.ts";
import { writtenUnits } from "./raw-unit.ts";

/** The configuration in a file, or everything that is wrong with the file. */
export type ConfigurationReading =
  | { readonly configuration: SyncConfiguration }
  | { readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads `sync.yaml` (`docs/sync/configuration.md`). Faults of form are reported all at once; if there are
 * none, those of content: units that contradict each other, invalid URLs and paths. No message holds a
 * password, but the lines that they point at may: show them by `withoutSecrets`.
 */
export async function readConfiguration(source: SourceText): Promise<ConfigurationReading> {
  const reading = await readSettings(source, syncForm);
  if ("diagnostics" in reading) {
    return reading;
  }
  const { value, diagnose } = reading.settings;
  const written = writtenUnits(value);
  const faults = [...clusterFaults(value, written), ...fileFaults(value, written)];
  const clusters = clustersOf(value);
  return faults.length > 0
    ? { diagnostics: faults.map(diagnose).toSorted(compareDiagnostics) }
    : {
        configuration: configurationOf(
          value,
          written.map((unit) => makeUnit(unit.value, clusters)),
        ),
      };
}

function configurationOf(file: JsonObject, units: SyncConfiguration["units"]): SyncConfiguration {
  const filled = objectField({ file: withDefaults(syncSchema, syncSchema, { ...file, units: [] }) }, "file");
  const rings = ringsOf(file);
  return {
    name: stringField(filled, "name") ?? "converge",
    clusters: clustersOf(file),
    units,
    notifications: listField(filled, "notifications").map(notificationOf),
    ...(rings.length === 0 ? {} : { rings }),
  };
}

function notificationOf(value: JsonValue): NotificationTarget {
  const units = stringsField(value, "units");
  if (field(value, "type") === "webhook") {
    const secretFile = stringField(value, "secretFile");
    const url = stringField(value, "url") ?? "";
    return { type: "webhook", url, units, ...(secretFile === undefined ? {} : { secretFile }) };
  }
  const repository = stringField(value, "repository");
  return {
    type: "githubStatus",
    api: stringField(value, "api") ?? "",
    tokenFile: stringField(value, "tokenFile") ?? "",
    units,
    ...(repository === undefined ? {} : { repository }),
  };
}
