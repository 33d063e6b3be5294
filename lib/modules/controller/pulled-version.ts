import type { JsonObject } from "../../object/json.ts";
import type { ModuleDefinition } from "../rules/definition/module-definition.ts";

/** The files of a module at a version, or at an image tag, on the disk. */
export interface PulledVersion {
  readonly module: string;
  /** The version, or `tag@digest` of an override. */
  readonly label: string;
  /** The repository that it came from. */
  readonly repo: string;
  readonly digest: string;
  readonly folder: string;
  readonly isChart: boolean;
  readonly definition: ModuleDefinition;
  /** The same as it stands in module.yaml. */
  readonly written: JsonObject;
  /** What `images_digests.json` says. */
  readonly images: JsonObject;
  /** What is wrong with settings for it; undefined where nothing is. */
  readonly settingsFault: (settings: JsonObject) => string | undefined;
  /** When it was pulled, in milliseconds since 1970. */
  readonly at: number;
}

/** The image of a tag of an override, as it is called on the disk. */
export function overrideLabel(tag: string, digest: string): string {
  return `${tag}@${digest}`;
}
