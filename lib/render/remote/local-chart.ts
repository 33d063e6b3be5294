import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";

import { RegistryError } from "../../oci/model/registry-error.ts";
import type { AddedFile } from "../renderable.ts";
import type { ChartReference } from "./chart-reference.ts";
import { fetchLimits } from "./fetch-context.ts";

/** The folders that a reference to another folder is resolved in. */
export interface LocalPlace {
  /** The real path of the chart that refers to it. */
  readonly chart: string;
  /** The folder that nothing is read outside of. */
  readonly root: string;
}

/** Files of one chart. */
const mostFiles = 20_000;

/**
 * Returns the files of a chart in another folder (`file://../db`) as those of a subchart. Throws a
 * RegistryError if it is outside of the root, is not a folder, or has links.
 */
export function filesOfLocalChart(
  { repository, name }: ChartReference,
  { chart, root }: LocalPlace,
): readonly AddedFile[] {
  const folder = resolved(resolve(chart, repository.slice("file://".length)), repository);
  const inside = relative(realpathSync(root), folder);
  if (inside === ".." || inside.startsWith(`..${sep}`)) {
    throw new RegistryError("refused", `${repository} is outside of ${root}: only files below that are read`);
  }
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  const facts = files.map((file) => lstatSync(file));
  const odd = facts.findIndex((each) => !each.isFile());
  if (odd !== -1) {
    const place = relative(folder, files[odd] ?? "");
    throw new RegistryError("refused", `${repository}: ${place} is not a regular file`);
  }
  const size = facts.reduce((sum, each) => sum + each.size, 0);
  if (files.length > mostFiles || size > fetchLimits.total) {
    throw new RegistryError(
      "refused",
      `${repository}: more than ${mostFiles} files, or more than ${fetchLimits.total} bytes`,
    );
  }
  return files.map((file) => ({
    path: `charts/${name}/${relative(folder, file).split(sep).join("/")}`,
    content: readFileSync(file),
  }));
}

function resolved(folder: string, repository: string): string {
  try {
    const real = realpathSync(folder);
    if (lstatSync(real).isDirectory()) {
      return real;
    }
  } catch {
    // Reported like a file in its place.
  }
  throw new RegistryError("missing", `${repository}: there is no such folder`);
}
