import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { runProgram } from "../run-program.ts";

/** The command and environment of an image. */
export interface ImageConfiguration {
  readonly architecture: string;
  readonly environment: readonly string[];
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly workingFolder: string;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * A layer of an image: the content of a folder. It belongs to root, except for folders that belong to the
 * user.
 */
export interface Layer {
  readonly folder: string;
  /** Paths of empty folders in it, without a leading slash. */
  readonly own?: readonly string[];
}

/** The content of an archive. */
export interface ImageParts {
  /** The lowest first. */
  readonly layers: readonly Layer[];
  /** The user that owns these folders and runs the program. */
  readonly user: number;
  readonly configuration: ImageConfiguration;
  /** Seconds since 1970: the time of all files, so that the same input gives the same bytes. */
  readonly time: number;
  /** `converge:0.1.0`. */
  readonly reference: string;
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/**
 * Writes an archive of an OCI image layout for `podman load`, `skopeo` and `docker load`. `work`: an empty
 * folder. Returns the image's digest.
 */
export async function writeArchive(file: string, work: string, parts: ImageParts): Promise<string> {
  await mkdir(join(work, "blobs/sha256"), { recursive: true });
  const layers: (Descriptor & { readonly diffId: string })[] = [];
  for (const layer of parts.layers) {
    layers.push(await writeLayer(layer, work, parts));
  }
  const config = await writeBlob(
    work,
    "application/vnd.oci.image.config.v1+json",
    configDocument(parts, layers),
  );
  const manifest = await writeBlob(work, "application/vnd.oci.image.manifest.v1+json", {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config,
    layers: layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
  });
  const annotations = { "org.opencontainers.image.ref.name": parts.reference };
  await writeFile(join(work, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  await writeFile(
    join(work, "index.json"),
    JSON.stringify({ schemaVersion: 2, manifests: [{ ...manifest, annotations }] }),
  );
  await runProgram("tar", [
    ...sameBytes(parts.time, 0),
    "-cf",
    file,
    "-C",
    work,
    "oci-layout",
    "index.json",
    "blobs",
  ]);
  return manifest.digest;
}

/** The arguments with which tar writes the same bytes for the same files, at any time and for any user. */
function sameBytes(time: number, owner: number): readonly string[] {
  const owned = [`--owner=${owner}`, `--group=${owner}`, "--numeric-owner"];
  return ["--sort=name", `--mtime=@${time}`, ...owned, "--format=gnu"];
}

async function writeLayer(
  { folder, own = [] }: Layer,
  work: string,
  { time, user }: ImageParts,
): Promise<Descriptor & { readonly diffId: string }> {
  const plain = join(work, "layer.tar");
  const others = ["--anchored", ...own.map((path) => `--exclude=./${path}`)];
  await runProgram("tar", [...sameBytes(time, 0), ...others, "-cf", plain, "-C", folder, "."]);
  if (own.length > 0) {
    const paths = own.map((path) => `./${path}`);
    await runProgram("tar", [...sameBytes(time, user), "-rf", plain, "-C", folder, ...paths]);
  }
  const diffId = await digestOf(plain);
  await runProgram("gzip", ["-n", "-f", plain]);
  const packed = `${plain}.gz`;
  const digest = await digestOf(packed);
  const { size } = await stat(packed);
  await rename(packed, blobPath(work, digest));
  return { mediaType: "application/vnd.oci.image.layer.v1.tar+gzip", digest, size, diffId };
}

async function writeBlob(work: string, mediaType: string, document: object): Promise<Descriptor> {
  const text = JSON.stringify(document);
  const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  await writeFile(blobPath(work, digest), text);
  return { mediaType, digest, size: Buffer.byteLength(text) };
}

function configDocument(
  { configuration, time, user }: ImageParts,
  layers: readonly { readonly diffId: string }[],
): object {
  const { architecture, environment, entrypoint, command, workingFolder, labels } = configuration;
  return {
    created: new Date(time * 1000).toISOString(),
    architecture,
    os: "linux",
    config: {
      User: `${user}:${user}`,
      Env: environment,
      Entrypoint: entrypoint,
      Cmd: command,
      WorkingDir: workingFolder,
      Labels: labels,
    },
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
  };
}

function blobPath(work: string, digest: string): string {
  return join(work, "blobs/sha256", digest.replace("sha256:", ""));
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream without an encoding gives bytes
    hash.update(chunk as Buffer);
  }
  return `sha256:${hash.digest("hex")}`;
}
