/**
 * Builds the container image of the sidecar without a container daemon: an OCI image archive. Packages of
 * Debian provide git, ssh, gpg and certificates, the npm package `node` provides Node, and this checkout the
 * program. `build.ts [FILE]`; needs apt, and root only if apt has no package lists yet. The same checkout,
 * packages and time of the last commit (or SOURCE_DATE_EPOCH) give the same bytes.
 */
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import manifest from "../../package.json" with { type: "json" };
import { sourceTime } from "../source-time.ts";
import { architecture } from "./architecture.ts";
import { furnish, unpackDistribution } from "./distribution.ts";
import { type ImageConfiguration, writeArchive } from "./oci-archive.ts";
import { placeNode, placeProgram } from "./program.ts";

const checkout = fileURLToPath(new URL("../..", import.meta.url));
const downloads = join(checkout, "node_modules/.cache/image-packages");

/** An id without a user on most machines, as in distroless images. */
const user = { name: "converge", id: 65532 };

function configuration(): ImageConfiguration {
  const { name } = user;
  return {
    architecture,
    environment: [
      // /opt/bin is empty: helm or kustomize can be mounted there.
      "PATH=/usr/local/bin:/usr/bin:/opt/bin",
      `HOME=/home/${name}`,
      "TMPDIR=/tmp",
      // One malloc arena: with one per thread a sidecar of ten thousand objects takes some 60 MB more.
      "MALLOC_ARENA_MAX=1",
      `CONVERGE_STATE_DIR=/var/lib/${name}`,
    ],
    entrypoint: ["/usr/local/bin/converge"],
    command: ["help"],
    workingFolder: "/",
    labels: {
      "org.opencontainers.image.title": manifest.name,
      "org.opencontainers.image.version": manifest.version,
      "org.opencontainers.image.description": manifest.description,
      "org.opencontainers.image.licenses": manifest.license,
    },
  };
}

async function buildIn(work: string, file: string): Promise<void> {
  const folderOf = async (name: string): Promise<string> => {
    await mkdir(join(work, name));
    return join(work, name);
  };
  const base = await folderOf("base");
  const packages = await unpackDistribution(base, downloads);
  const own = await furnish(base, user);
  const node = await folderOf("node");
  await placeNode(checkout, node);
  const program = await folderOf("program");
  await placeProgram(checkout, program);
  const reference = `${manifest.name}:${manifest.version}`;
  await mkdir(dirname(file), { recursive: true });
  const digest = await writeArchive(file, await folderOf("layout"), {
    layers: [{ folder: base, own }, { folder: node }, { folder: program }],
    user: user.id,
    configuration: configuration(),
    time: await sourceTime(checkout),
    reference,
  });
  const { size } = await stat(file);
  process.stdout.write(
    `${file}: ${reference}, ${Math.round(size / 2 ** 20)} MB, ${packages.length} packages of the distribution\n${digest}\n`,
  );
}

async function build(file: string): Promise<void> {
  // Files belong to root in the image and are readable by all, whoever builds it.
  process.umask(0o022);
  const work = await mkdtemp(join(tmpdir(), "converge-image-"));
  try {
    await buildIn(work, file);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

try {
  await build(resolve(process.argv[2] ?? join(checkout, "dist/converge-image.tar")));
} catch (error) {
  process.stderr.write(
    `error: the image was not built: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}
