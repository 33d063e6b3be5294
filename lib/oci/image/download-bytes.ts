import type { RegistryClient } from "../transport/registry-client.ts";
import { type BlobSink, downloadBlob } from "./download-blob.ts";
import type { ImageRequest } from "./fetch-manifest.ts";
import type { Descriptor } from "./manifest.ts";

/** Downloads a blob, whose size the caller has checked, into memory and verifies it. Throws RegistryError. */
export async function downloadBytes(
  layer: Descriptor,
  image: ImageRequest,
  client: RegistryClient,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const sink: BlobSink = {
    write: (chunk) => {
      chunks.push(chunk);
      return Promise.resolve();
    },
    restart: () => {
      chunks.length = 0;
      return Promise.resolve();
    },
  };
  await downloadBlob(layer, { image, sink }, client);
  return Buffer.concat(chunks);
}
