import type { JsonObject } from "../../../object/json.ts";
import { metadataOf } from "../../../object/metadata.ts";
import { moduleGroup, versionOfKind } from "../resource/module-kind.ts";
import type { PullOverride } from "../resource/pull-override.ts";

/** The observations of an override's image. */
export interface ObservedImage {
  /** The current digest in the registry; undefined if it was not requested, or the request failed. */
  readonly digest: string | undefined;
  /** The reason the request failed or, if the digest is known, the pull; undefined if neither did. */
  readonly downloadFault?: string;
  /** The fault of the pulled image; undefined if there is none. */
  readonly validationFault?: string;
  /** The digest of the image that is pulled and runs; undefined if there is none. */
  readonly installed: string | undefined;
  /**
   * Whether the installed image was just pulled because the previous answer requested it, which completes a
   * renewal.
   */
  readonly pulled?: boolean;
}

/** The origin of an override's image. */
interface OverriddenImage {
  /** Name of the ModuleSource. */
  readonly source: string;
  readonly digest: string;
}

/**
 * Returns the ModuleDocumentation of a module that runs the image of an override, owned by the override.
 * `before` is the existing one.
 */
export function documentationOf(
  override: PullOverride,
  { source, digest }: OverriddenImage,
  before: JsonObject | undefined,
): JsonObject {
  const { name, imageTag } = override;
  const { uid = "" } = metadataOf(override.object);
  const owner = {
    apiVersion: `${moduleGroup}/${versionOfKind.ModulePullOverride}`,
    controller: true,
    kind: "ModulePullOverride",
    name,
    uid,
  };
  return {
    ...before,
    apiVersion: `${moduleGroup}/${versionOfKind.ModuleDocumentation}`,
    kind: "ModuleDocumentation",
    metadata: {
      ...metadataOf(before),
      name,
      labels: { module: name, source },
      ownerReferences: [owner],
    },
    spec: { version: imageTag, path: `/modules/${name}`, checksum: digest },
  };
}
