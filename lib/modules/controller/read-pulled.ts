import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";

import { isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import { makeDefinition } from "../rules/definition/make-definition.ts";
import type { ModuleDefinition } from "../rules/definition/module-definition.ts";
import { readDefinition } from "../rules/definition/read-definition.ts";
import { readSettingsDocument } from "../../settings/settings-document.ts";
import { isChart } from "./module-source.ts";
import { settingsCheck } from "./validate-settings.ts";

/** The location and origin of a pulled version's files. */
type PulledPlace = Pick<PulledVersion, "module" | "label" | "repo" | "folder" | "digest" | "at">;

/** Size limit of a file that is read as a whole, in bytes. */
const longestFile = 2 ** 20;

class LongFileError extends Error {}

/** Reads the files of a pulled version; returns a fault if it cannot be run. */
export async function readPulled(place: PulledPlace): Promise<PulledVersion | { readonly fault: string }> {
  try {
    return await readFiles(place);
  } catch (error) {
    if (error instanceof LongFileError) {
      return { fault: error.message };
    }
    throw error;
  }
}

async function readFiles(place: PulledPlace): Promise<PulledVersion | { readonly fault: string }> {
  const { folder, module } = place;
  const text = await readIfThere(join(folder, "module.yaml"));
  if (text === undefined) {
    return { fault: "the image contains no module.yaml" };
  }
  const definition = await definitionIn(text, module);
  if ("fault" in definition) {
    return definition;
  }
  const check = settingsCheck(await readIfThere(join(folder, "openapi/config-values.yaml")));
  if ("fault" in check) {
    return { fault: `openapi/config-values.yaml: ${check.fault}` };
  }
  const images = jsonOf((await readIfThere(join(folder, "images_digests.json"))) ?? "{}");
  return {
    ...place,
    definition,
    written: writtenIn(text),
    isChart: await isChart(folder),
    images,
    settingsFault: check.faultOf,
  };
}

async function definitionIn(
  text: string,
  module: string,
): Promise<ModuleDefinition | { readonly fault: string }> {
  const read = await readDefinition({ name: "module.yaml", text });
  if (!("definition" in read) && read.diagnostics.every(({ code }) => code === "SettingUnknown")) {
    // Unknown fields may belong to a later version; `modules check` reports them to the author.
    return named(makeDefinition(writtenIn(text)), module);
  }
  if (!("definition" in read)) {
    const [first] = read.diagnostics;
    return { fault: `module.yaml:${first?.origin?.line ?? 1}: ${first?.message ?? "it cannot be read"}` };
  }
  return named(read.definition, module);
}

function named(definition: ModuleDefinition, module: string): ModuleDefinition | { readonly fault: string } {
  return definition.name === module
    ? definition
    : { fault: `module.yaml belongs to module ${definition.name}` };
}

function writtenIn(text: string): JsonObject {
  const document = readSettingsDocument({ name: "module.yaml", text });
  return "value" in document && isObject(document.value) ? document.value : {};
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file);
    if (size > longestFile) {
      throw new LongFileError(`${basename(file)} is longer than 1 MiB`);
    }
    return await readFile(file, "utf8");
  } catch (error) {
    if (
      error instanceof Error &&
      "code" in error &&
      ["ENOENT", "ENOTDIR", "EISDIR"].includes(String(error.code))
    ) {
      return undefined;
    }
    throw error;
  }
}

function jsonOf(text: string): JsonObject {
  try {
    const value: JsonValue = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

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
