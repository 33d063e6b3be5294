import { fieldOrigin } from "../../../manifest/locate-field.ts";
import type { ReadObject } from "../../../manifest/manifest.ts";
import { readManifests } from "../../../manifest/parse-manifests.ts";
import type { Diagnostic } from "../../../object/diagnostic/diagnostic.ts";
import { field, listField, numberField, objectField, stringField } from "../../../object/json.ts";
import { compareText, groupOf } from "../../../object/object-ref.ts";
import type { SourceText } from "../../../object/diagnostic/source-text.ts";
import { compareVersions, formatVersion } from "../../../object/semver/version.ts";
import { usualWeight } from "../definition/module-definition.ts";
import { moduleGroup } from "../resource/module-kind.ts";
import { noRequirements } from "../requirement/requirements.ts";
import { type ModuleRelease, moduleReleaseOf } from "../resource/module-release.ts";
import type { GraphModule } from "./module-graph.ts";

/** The modules in manifests, with the diagnostics about the manifests. */
export interface ReleasedModules {
  readonly modules: readonly GraphModule[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the modules in manifests: for each module, the release that is Deployed, else the one of the highest
 * version; and the embedded modules that are not switched off. Only Modules specify which are critical. Other
 * objects are ignored.
 */
export function releasedModules(sources: readonly SourceText[]): ReleasedModules {
  const readings = sources.map((source) => readManifests(source));
  const objects = readings
    .flatMap((reading) => reading.objects)
    .filter(({ apiVersion }) => groupOf(apiVersion) === moduleGroup);
  const known = objects.filter(({ kind }) => kind === "Module");
  const critical = new Set(known.filter(isCritical).map(({ name }) => name));
  const releases = objects
    .filter(({ kind }) => kind === "ModuleRelease")
    .map((object) => ({ object, release: moduleReleaseOf(object.value) }));
  const byModule = Map.groupBy(releases.flatMap(asReleased), ({ release }) => release.module);
  const chosen = [...byModule.values()].map((all) => all.reduce(better));
  return {
    modules: [
      ...known.filter(isEmbedded).map(embeddedModule),
      ...chosen.map((one) => releasedModule(one, critical.has(one.release.module))),
    ],
    diagnostics: [
      ...readings.flatMap((reading) => reading.diagnostics),
      ...releases.flatMap(({ object, release }) => (release === undefined ? [unreadable(object)] : [])),
    ],
  };
}

interface Released {
  readonly object: ReadObject;
  readonly release: ModuleRelease;
}

function asReleased({
  object,
  release,
}: {
  readonly object: ReadObject;
  readonly release: ModuleRelease | undefined;
}): readonly Released[] {
  return release === undefined ? [] : [{ object, release }];
}

function better(left: Released, right: Released): Released {
  const isDeployed = ({ release }: Released): number => Number(release.phase === "Deployed");
  const order =
    isDeployed(left) - isDeployed(right) ||
    compareVersions(left.release.version, right.release.version) ||
    compareText(left.release.name, right.release.name);
  return order < 0 ? right : left;
}

function releasedModule({ object, release }: Released, critical: boolean): GraphModule {
  return {
    name: release.module,
    weight: weightOf(release.weight),
    isCritical: critical,
    requirements: release.requirements,
    version: formatVersion(release.version),
    originOf: (needed) => fieldOrigin(object, ["spec", "requirements", "modules", needed], "key"),
  };
}

function embeddedModule(object: ReadObject): GraphModule {
  return {
    name: object.name,
    weight: weightOf(numberField(field(object.value, "properties"), "weight")),
    isCritical: isCritical(object),
    requirements: noRequirements,
    version: "",
    originOf: () => undefined,
  };
}

/** A missing weight and 0 are equivalent. */
function weightOf(written: number | undefined): number {
  return written === undefined || written <= 0 ? usualWeight : written;
}

function isCritical({ value }: ReadObject): boolean {
  return field(field(value, "properties"), "critical") === true;
}

function isEmbedded({ value }: ReadObject): boolean {
  const isOff = listField(objectField(value, "status"), "conditions").some(
    (condition) =>
      stringField(condition, "type") === "EnabledByModuleManager" &&
      stringField(condition, "status") === "False",
  );
  return !isOff && stringField(field(value, "properties"), "source") === "Embedded";
}

function unreadable(object: ReadObject): Diagnostic {
  return {
    code: "SettingInvalid",
    severity: "warning",
    message: `the release ${object.name} is ignored: it needs spec.moduleName, and a version such as 1.2.3 in spec.version`,
    origin: object.origin,
  };
}
