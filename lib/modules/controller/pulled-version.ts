import type { JsonObject } from "../../object/json.ts";
import type { ModuleDefinition } from "../rules/definition/module-definition.ts";

/** The files of a module on disk, at a version or an image tag. */
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
  /** The definition as it is in module.yaml. */
  readonly written: JsonObject;
  /** The content of `images_digests.json`. */
  readonly images: JsonObject;
  /** Returns the faults in settings for it; undefined if there are none. */
  readonly settingsFault: (settings: JsonObject) => string | undefined;
  /** When it was pulled, in milliseconds since 1970. */
  readonly at: number;
}

/** Returns the label of an override's image on disk. */
export function overrideLabel(tag: string, digest: string): string {
  return `${tag}@${digest}`;
}
