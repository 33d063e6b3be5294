import { objectField, stringField, type JsonObject } from "../../../object/json.ts";
import { compareVersions, formatVersion } from "../../../object/semver/version.ts";
import { withAnnotations } from "../resource/metadata.ts";
import type { ModuleRelease } from "../resource/module-release.ts";
import { moduleStatus, type ReleaseContext } from "./release-context.ts";
import { markUpdating, updatingAnnotation, latest, putRelease, setPhase } from "./release-status.ts";
import { metadataOf, uidOf } from "../../../object/metadata.ts";
import { moduleGroup, versionOfKind } from "../resource/module-kind.ts";

/** The number of releases of a module to keep that are no longer needed. */
const outdatedKept = 3;
const outdatedPhases: ReadonlySet<string> = new Set(["Superseded", "Suspended", "Skipped"]);

/**
 * Maintains a deployed release: its annotations, its documentation, and the releases before it. Returns an
 * explanation of its state.
 */
export function keepDeployed(release: ModuleRelease, ground: ReleaseContext): string {
  const { objects, facts } = ground;
  const releases = objects.releasesOf(release.module);
  const higher = releases.findLast(
    ({ phase, version }) => phase === "Deployed" && compareVersions(version, release.version) > 0,
  );
  if (higher !== undefined) {
    setPhase(objects, release, { phase: "Superseded", now: facts.now });
    return `v${formatVersion(higher.version)} is deployed`;
  }
  if (release.wantsReinstall) {
    markUpdating(release, ground);
    return "it is deployed again, as its annotation requests";
  }
  settleUpdating(release, ground);
  for (const other of releases) {
    if (!other.isPhaseStored) {
      setPhase(objects, other, { phase: other.phase, message: other.message, now: facts.now });
    }
  }
  if (objects.get("ModulePullOverride", release.module) !== undefined) {
    return "a ModulePullOverride runs in its place";
  }
  keepDocumentation(latest(objects, release), ground);
  removeOutdated(release, ground);
  return moduleStatus(objects, release.module, { type: "EnabledByModuleManager", status: "False" })
    ? "it runs once the module is enabled"
    : "it is the running version";
}

function settleUpdating(release: ModuleRelease, { objects }: ReleaseContext): void {
  const current = latest(objects, release);
  const status = objectField(objects.get("Module", release.module), "status");
  if (current.annotations.get(updatingAnnotation) === "true" && stringField(status, "phase") === "Ready") {
    putRelease(objects, withAnnotations(current.object, { [updatingAnnotation]: "false" }), current);
  }
}

function removeOutdated({ module }: ModuleRelease, { objects }: ReleaseContext): void {
  const outdated = objects.releasesOf(module).filter(({ phase }) => outdatedPhases.has(phase));
  for (const { name } of outdated.slice(0, -outdatedKept)) {
    objects.remove("ModuleRelease", name);
  }
}

/**
 * Keeps the ModuleDocumentation of a module at its deployed release. It is not created until the module is
 * enabled. A module of the platform is documented there, so that a leftover of an earlier one is removed.
 */
function keepDocumentation(release: ModuleRelease, ground: ReleaseContext): void {
  const { objects, facts } = ground;
  const { module } = release;
  const properties = objectField(objects.get("Module", module), "properties");
  if (facts.embedded.has(module) || stringField(properties, "source") === "Embedded") {
    objects.remove("ModuleDocumentation", module);
    return;
  }
  const isOn = ["EnabledByModuleManager", "EnabledByModuleConfig"].some((type) =>
    moduleStatus(objects, module, { type, status: "True" }),
  );
  if (isOn) {
    objects.put(documentationOf(release, objects.get("ModuleDocumentation", module)));
  }
}

function documentationOf(release: ModuleRelease, before: JsonObject | undefined): JsonObject {
  const { module, source, labels } = release;
  const version = `v${formatVersion(release.version)}`;
  const metadata = metadataOf(before);
  return {
    ...before,
    apiVersion: `${moduleGroup}/${versionOfKind.ModuleDocumentation}`,
    kind: "ModuleDocumentation",
    metadata: {
      ...metadata,
      name: module,
      labels: { ...objectField(metadata, "labels"), module, ...(source === undefined ? {} : { source }) },
      ownerReferences: [ownerOf(release)],
    },
    spec: { checksum: labels.get("release-checksum") ?? version, path: `/modules/${module}`, version },
  };
}

function ownerOf({ name, object }: ModuleRelease): JsonObject {
  return {
    apiVersion: `${moduleGroup}/${versionOfKind.ModuleRelease}`,
    controller: true,
    kind: "ModuleRelease",
    name,
    uid: uidOf(object),
  };
}
