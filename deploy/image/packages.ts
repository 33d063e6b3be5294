/** Packages of Debian, fetched by apt from its archive. Nothing is installed, and root is not needed. */
import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { runProgram } from "../run-program.ts";

/** A package in its current version. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** Its file in the folder of downloads. */
  readonly file: string;
  readonly sha256: string;
}

/** The packages to fetch. */
export interface PackageRequest {
  readonly wanted: readonly string[];
  /** Names that are left out, even as dependencies. */
  readonly unneeded: RegExp;
}

/**
 * Fetches packages with all their dependencies into a folder, as on a machine where nothing is installed; in
 * the order of their names. Existing files are not fetched again. Throws without apt, or without access to
 * the archive.
 */
export async function fetchPackages(request: PackageRequest, folder: string): Promise<readonly Package[]> {
  const fetch = async (): Promise<readonly Package[]> => {
    const packages = await closureOf(request);
    await download(packages, folder);
    return packages;
  };
  try {
    return await fetch();
  } catch {
    // A new machine has no package lists, and outdated lists name versions that are gone.
    await runProgram("apt-get", ["update", "-qq"]);
    return fetch();
  }
}

async function closureOf({ wanted, unneeded }: PackageRequest): Promise<readonly Package[]> {
  const listed = await runProgram("apt-get", [...asIfEmpty, ...wanted]);
  const names = [...listed.matchAll(/^Inst (\S+) \((\S+) /gm)]
    .map(([, name = "", version = ""]) => `${name}=${version}`)
    .filter((name) => !unneeded.test(name.replace(/=.*/, "")));
  const shown = await runProgram("apt-cache", ["show", ...names]);
  return shown
    .split(/\n\n+/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map(packageOf)
    .toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

const asIfEmpty = [
  "install",
  "--simulate",
  "--no-install-recommends",
  "-o",
  "Dir::State::status=/dev/null",
] as const;

function packageOf(paragraph: string): Package {
  const field = (name: string): string =>
    new RegExp(`^${name}: (.*)$`, "m").exec(paragraph)?.[1]?.trim() ?? "";
  const version = field("Version");
  const name = field("Package");
  const file = `${name}_${version.replaceAll(":", "%3a")}_${field("Architecture")}.deb`;
  return { name, version, file, sha256: field("SHA256") };
}

async function download(packages: readonly Package[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const missing: Package[] = [];
  for (const each of packages) {
    if (!(await isWhole(each, folder))) {
      missing.push(each);
    }
  }
  if (missing.length === 0) {
    return;
  }
  const words = missing.map(({ name, version }) => `${name}=${version}`);
  await runProgram("apt-get", ["download", "-qq", "-o", "APT::Sandbox::User=root", ...words], {
    cwd: folder,
  });
  for (const each of missing) {
    if (!(await isWhole(each, folder))) {
      throw new Error(`apt-get has not brought ${each.file} as the archive describes it`);
    }
  }
}

async function isWhole({ file, sha256 }: Package, folder: string): Promise<boolean> {
  const content = await readFile(join(folder, file)).catch(() => undefined);
  return content !== undefined && createHash("sha256").update(content).digest("hex") === sha256;
}
