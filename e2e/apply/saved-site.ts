/** A release for which plans are saved. */
import { dirname, join } from "node:path";

import type { Recorded } from "../../fixtures/recording-shell.ts";
import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, deployment } from "./manifests.ts";
import type { Site } from "./site.ts";

/** The plan of these manifests, saved into a file next to them. */
export async function savePlan(
  site: Site,
  manifests: readonly JsonObject[],
  ...flags: readonly string[]
): Promise<Recorded & { readonly file: string }> {
  const path = site.write(manifests);
  const file = join(dirname(path), "plan.json");
  const home = ["--release", site.release, "-n", site.namespace];
  return { ...(await site.run(["plan", path, ...home, "--save", file, ...flags])), file };
}

/** The set before: `env` changes, `same` does not, `gone` is pruned. */
export const before: readonly JsonObject[] = [
  configMap("env", { a: "1" }),
  configMap("same"),
  deployment("web"),
  configMap("gone"),
];
/** The set after. */
export const after: readonly JsonObject[] = [
  configMap("env", { a: "2" }),
  configMap("same"),
  deployment("web"),
  configMap("new"),
];

/** Applies the set before, and saves the plan of the one after. Throws an Error if either is refused. */
export async function savedUpgrade(site: Site): Promise<string> {
  const { code, stdout } = await site.apply(before);
  if (code !== 0) {
    throw new Error(stdout);
  }
  const saved = await savePlan(site, after);
  if (saved.code !== 0) {
    throw new Error(saved.stderr);
  }
  return saved.file;
}
