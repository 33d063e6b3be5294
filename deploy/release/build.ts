/**
 * `make release`: writes the files of a release into a folder: the npm package, the container image of the
 * sidecar, an SBOM and checksums. `build.ts [FOLDER] [--without-image]`; by default into `dist/release`. The
 * same checkout and time of the last commit (or SOURCE_DATE_EPOCH) give the same bytes.
 */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { bundledPackages } from "../../bundle.ts";
import manifest from "../../package.json" with { type: "json" };
import { architecture } from "../image/architecture.ts";
import { runProgram } from "../run-program.ts";
import { sourceTime } from "../source-time.ts";
import { readGoModules } from "./go-modules.ts";
import { readLockFile } from "./lock-file.ts";
import { buildPackage } from "./package-archive.ts";
import { spdxDocument } from "./spdx.ts";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const { name, version, license, description } = manifest;
const checksums = "SHA256SUMS";

interface ReleaseOptions {
  readonly folder: string;
  readonly hasImage: boolean;
}

async function buildRelease({ folder, hasImage }: ReleaseOptions, work: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const time = await sourceTime(checkout);
  // The image carries the same time, even if a commit is added during the build.
  process.env["SOURCE_DATE_EPOCH"] = String(time);
  const file = await buildPackage(checkout, work, folder);
  const sbom = spdxDocument({
    name,
    version,
    license,
    description,
    file,
    sha256: await sha256Of(join(folder, file)),
    time,
    goModules: await readGoModules(checkout),
    ...(await readLockFile(checkout, await bundledPackages())),
  });
  await writeFile(join(folder, `${name}-${version}.spdx.json`), sbom);
  if (hasImage) {
    const image = join(folder, `${name}-image-${version}-${architecture}.tar`);
    await runProgram(process.execPath, [join(checkout, "deploy/image/build.ts"), image]);
  }
  await writeChecksums(folder);
}

/** Writes the checksums of all files of a folder, as `sha256sum --check` reads them. */
async function writeChecksums(folder: string): Promise<void> {
  const files = (await readdir(folder)).toSorted();
  const lines = await Promise.all(
    files.map(async (file) => `${await sha256Of(join(folder, file))}  ${file}\n`),
  );
  await writeFile(join(folder, checksums), lines.join(""));
}

async function sha256Of(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

async function printFiles(folder: string): Promise<void> {
  for (const file of (await readdir(folder)).toSorted()) {
    const { size } = await stat(join(folder, file));
    process.stdout.write(`${join(folder, file)} (${Math.ceil(size / 1024)} KiB)\n`);
  }
}

/** Warns if the release has changes that are in no commit: nobody can build it again. */
async function warnOfChanges(): Promise<void> {
  const changes = await runProgram("git", ["status", "--porcelain"], { cwd: checkout }).catch(() => "");
  if (changes !== "") {
    process.stderr.write("warning: the working tree has changes that are not committed\n");
  }
}

const { values, positionals } = parseArgs({
  options: { "without-image": { type: "boolean", default: false } },
  allowPositionals: true,
});
const folder = resolve(positionals[0] ?? join(checkout, "dist/release"));
const work = await mkdtemp(join(tmpdir(), "converge-release-"));
try {
  // Files are readable by all, whoever builds them.
  process.umask(0o022);
  await warnOfChanges();
  await buildRelease({ folder, hasImage: !values["without-image"] }, work);
  await printFiles(folder);
} catch (error) {
  process.stderr.write(
    `error: the release was not built: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
} finally {
  await rm(work, { recursive: true, force: true });
}
