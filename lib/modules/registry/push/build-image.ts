import { createHash, type Hash } from "node:crypto";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

import { type Pack, pack } from "tar-stream";

import { imageDigest, type Descriptor, mediaTypes } from "../../../oci/image/manifest.ts";
import type { ImageFile } from "./module-files.ts";

/** A blob with its descriptor. */
export interface BuiltBlob extends Descriptor {
  readonly bytes: Uint8Array;
}

/** An image that is ready to be pushed. */
export interface BuiltImage {
  readonly manifest: BuiltBlob;
  /** Its layer and its configuration. */
  readonly blobs: readonly BuiltBlob[];
}

/**
 * Builds an image of one layer. The same files always give the same digest. Holds the packed layer in memory.
 */
export async function buildImage(files: readonly ImageFile[]): Promise<BuiltImage> {
  const { layer, diffId } = await packLayer(files);
  const config = blobOf(mediaTypes.config, {
    architecture: "amd64",
    os: "linux",
    config: {},
    rootfs: { type: "layers", diff_ids: [diffId] },
  });
  const manifest = blobOf(mediaTypes.image, {
    schemaVersion: 2,
    mediaType: mediaTypes.image,
    config: descriptorOf(config),
    layers: [descriptorOf(layer)],
  });
  return { manifest, blobs: [layer, config] };
}

async function packLayer(
  files: readonly ImageFile[],
): Promise<{ readonly layer: BuiltBlob; readonly diffId: string }> {
  const archive = pack();
  const hash = createHash("sha256");
  const chunks: Uint8Array[] = [];
  const flow = pipeline(
    archive,
    hashing(hash),
    createGzip({ level: 9 }),
    async (packed: AsyncIterable<Uint8Array>) => {
      for await (const chunk of packed) {
        chunks.push(chunk);
      }
    },
  );
  await Promise.all([flow, fill(archive, files)]);
  const bytes = Buffer.concat(chunks);
  const layer = { mediaType: mediaTypes.layer, digest: imageDigest(bytes), size: bytes.length, bytes };
  return { layer, diffId: `sha256:${hash.digest("hex")}` };
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

async function fill(archive: Pack, files: readonly ImageFile[]): Promise<void> {
  try {
    for (const file of files) {
      await addEntry(archive, file, await file.read());
    }
    archive.finalize();
  } catch (error) {
    archive.destroy(error instanceof Error ? error : null);
    throw error;
  }
}

function addEntry(archive: Pack, { path, kind }: ImageFile, bytes: Uint8Array): Promise<void> {
  const isFolder = kind === "folder";
  const header = {
    name: isFolder ? `${path}/` : path,
    type: isFolder ? ("directory" as const) : ("file" as const),
    mode: kind === "file" ? 0o644 : 0o755,
    // oxlint-disable-next-line no-restricted-globals -- the same for every file, reads no clock
    mtime: new Date(0),
    uid: 0,
    gid: 0,
    size: bytes.length,
  };
  return new Promise((resolve, reject) => {
    archive.entry(header, bytes, (error) => {
      if (error instanceof Error) {
        reject(error);
      } else {
        resolve();
      }
    });
  });
}

function blobOf(mediaType: string, document: object): BuiltBlob {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return { mediaType, digest: imageDigest(bytes), size: bytes.length, bytes };
}

function descriptorOf({ mediaType, digest, size }: BuiltBlob): Descriptor {
  return { mediaType, digest, size };
}
