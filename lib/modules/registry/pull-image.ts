import { createReadStream } from "node:fs";
import { chmod, type FileHandle, lstat, mkdir, mkdtemp, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { BugError } from "../../object/bug-error.ts";
import { type BlobSink, downloadBlob } from "../../oci/image/download-blob.ts";
import { type FoundImage, type ImageRequest, findImage } from "../../oci/image/fetch-manifest.ts";
import type { Descriptor } from "../../oci/image/manifest.ts";
import type { PulledModule, PullTarget } from "./model/module-registry.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import type { RegistryClient } from "../../oci/transport/registry-client.ts";
import { openDiskSink } from "./unpack/file-sink.ts";
import { imageLimits } from "./unpack/image-limits.ts";
import { treeSize } from "./unpack/image-tree.ts";
import type { PackedLayer } from "./unpack/inflate.ts";
import { startUnpacking, unpackLayer } from "./unpack/unpack-layer.ts";

/** Dependencies of pulling an image. */
export interface PullOptions {
  readonly client: RegistryClient;
  /** In Go's terms: `amd64`. */
  readonly architecture: string;
}

/**
 * Pulls an image into a folder that does not exist yet. All work is done in a folder beside it, which is
 * renamed at the end, so that an interruption leaves nothing behind. Throws RegistryError.
 */
export async function pullImage(
  request: ImageRequest,
  folder: PullTarget["folder"],
  { client, architecture }: PullOptions,
): Promise<PulledModule> {
  await demandAbsent(folder);
  const image = await findImage(request, client, architecture);
  checkSizes(image, request);
  return ofDisk(request, async () => {
    await mkdir(dirname(folder), { recursive: true });
    const work = await mkdtemp(join(dirname(folder), `.${basename(folder)}.pulling-`));
    try {
      const size = await layOut({ request, image, client, work });
      request.signal.throwIfAborted();
      await rename(join(work, "image"), folder);
      return { digest: image.digest, size };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  });
}

async function demandAbsent(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found !== undefined) {
    throw new BugError(`an image is pulled into ${basename(folder)}, which already exists`);
  }
}

/** Refuses an image whose manifest declares too much, before anything is downloaded. */
function checkSizes({ layers }: FoundImage, { about }: ImageRequest): void {
  const total = layers.reduce((sum, { size }) => sum + size, 0);
  if (total > imageLimits.totalBytes) {
    throw new RegistryError(
      "refused",
      `${about}: its layers have ${total} bytes, more than the ${imageLimits.totalBytes} that an image may have`,
    );
  }
}

/**
 * Turns disk errors into RegistryError `unreachable`: they may be temporary, and their messages would name
 * local folders.
 */
async function ofDisk<T>({ about }: ImageRequest, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Error && "syscall" in error && "code" in error) {
      const fact = `it cannot be unpacked: ${String(error.syscall)} failed with ${String(error.code)}`;
      throw new RegistryError("unreachable", `${about}: ${fact}`);
    }
    throw error;
  }
}

interface Layout {
  readonly request: ImageRequest;
  readonly image: FoundImage;
  readonly client: RegistryClient;
  readonly work: string;
}

/**
 * Downloads, verifies and unpacks one layer after the other, so that only one packed layer is on disk at a
 * time.
 */
async function layOut({ request, image, client, work }: Layout): Promise<number> {
  const { about, signal } = request;
  const target = join(work, "image");
  const packed = join(work, "layer");
  await mkdir(target);
  await chmod(target, 0o755);
  const unpacking = startUnpacking({ about, signal, shelf: openDiskSink(target) });
  for (const layer of image.layers) {
    await downloadTo(packed, layer, { request, client });
    await unpackLayer(await packedLayer(packed), unpacking);
    await rm(packed);
  }
  return treeSize(unpacking.root);
}

async function downloadTo(
  path: string,
  layer: Descriptor,
  { request, client }: Pick<Layout, "request" | "client">,
): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await downloadBlob(layer, { image: request, sink: fileSink(file) }, client);
  } finally {
    await file.close();
  }
}

function fileSink(file: FileHandle): BlobSink {
  let at = 0;
  return {
    write: async (chunk) => {
      let written = 0;
      while (written < chunk.length) {
        const { bytesWritten } = await file.write(chunk, written, chunk.length - written, at + written);
        written += bytesWritten;
      }
      at += chunk.length;
    },
    restart: async () => {
      await file.truncate(0);
      at = 0;
    },
  };
}

async function packedLayer(path: string): Promise<PackedLayer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return { head: buffer.subarray(0, bytesRead), open: () => createReadStream(path) };
  } finally {
    await file.close();
  }
}
