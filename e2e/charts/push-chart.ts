import { createHash } from "node:crypto";

import { mediaTypes } from "../../lib/oci/image/manifest.ts";
import { imageOf } from "../../lib/oci/open-repository.ts";
import type { BuiltBlob } from "../../lib/modules/registry/push/build-image.ts";
import { pushImage } from "../../lib/modules/registry/push/push-image.ts";
import { openTestRegistry } from "../registry/open-test-registry.ts";
import type { TestRegistry } from "../registry/start-registry.ts";

function blobOf(mediaType: string, bytes: Uint8Array): BuiltBlob {
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  return { mediaType, digest, size: bytes.length, bytes };
}

function descriptorOf({ mediaType, digest, size }: BuiltBlob): object {
  return { mediaType, digest, size };
}

/** Pushes the archive of a chart as `helm push` does. Returns the digest of its image. */
export async function pushChart(
  registry: TestRegistry,
  path: string,
  { tag, archive }: { readonly tag: string; readonly archive: Buffer },
): Promise<string> {
  const { repository } = openTestRegistry(registry, { repo: `${registry.host}/${path}` });
  const layer = blobOf("application/vnd.cncf.helm.chart.content.v1.tar+gzip", archive);
  const config = blobOf("application/vnd.cncf.helm.config.v1+json", Buffer.from("{}"));
  const document = {
    schemaVersion: 2,
    mediaType: mediaTypes.image,
    config: descriptorOf(config),
    layers: [descriptorOf(layer)],
  };
  const manifest = blobOf(mediaTypes.image, Buffer.from(JSON.stringify(document)));
  const { signal } = new AbortController();
  const image = imageOf(repository, "", { tag, signal });
  await pushImage({ manifest, blobs: [layer, config] }, image, repository.client);
  return manifest.digest;
}
