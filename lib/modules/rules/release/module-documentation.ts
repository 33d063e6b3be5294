import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { metadataOf, uidOf } from "../../../object/metadata.ts";
import { formatVersion } from "../../../object/semver/version.ts";
import { moduleGroup, versionOfKind } from "../resource/module-kind.ts";
import type { ModuleRelease } from "../resource/module-release.ts";
import { moduleStatus } from "./is-switched-off.ts";
import type { ReleaseContext } from "./release-context.ts";

/**
 * Keeps the ModuleDocumentation of a module at its deployed release. It is not created until the module is
 * enabled. A module of the platform is documented there, so that a leftover of an earlier one is removed.
 */
export function keepDocumentation(release: ModuleRelease, ground: ReleaseContext): void {
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
