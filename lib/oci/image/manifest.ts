import { createHash } from "node:crypto";

import { field, type JsonValue, listField, objectField, stringField } from "../../object/json.ts";
import { quoted } from "../model/image-name.ts";
import { RegistryError } from "../model/registry-error.ts";

/** The media type, digest and size of a blob or manifest. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** A manifest with its layers, the lowest first; or an index of manifests by platform. */
export type ImageManifest =
  | { readonly kind: "image"; readonly layers: readonly Descriptor[] }
  | { readonly kind: "index"; readonly manifests: readonly PlatformManifest[] };

/** An entry of an index. */
export interface PlatformManifest extends Descriptor {
  readonly os: string;
  /** As Go names it: `amd64`, `arm64`. */
  readonly architecture: string;
}

/** Media types of requested and pushed content. */
export const mediaTypes = {
  image: "application/vnd.oci.image.manifest.v1+json",
  index: "application/vnd.oci.image.index.v1+json",
  dockerImage: "application/vnd.docker.distribution.manifest.v2+json",
  dockerList: "application/vnd.docker.distribution.manifest.list.v2+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
} as const;

const layerTypes =
  /^application\/vnd\.(?:oci\.image\.layer\.v1\.tar|docker\.image\.rootfs\.diff\.tar)(?:[.+](?:gzip|zstd))?$/;

/** Limit of layers, which no module needs: build tools produce at most 127. */
const mostLayers = 128;
const mostManifests = 256;
const indexTypes: ReadonlySet<string> = new Set([mediaTypes.index, mediaTypes.dockerList]);
const imageTypes: ReadonlySet<string> = new Set([mediaTypes.image, mediaTypes.dockerImage]);

/**
 * Reads a manifest, either OCI or docker (schema 2). `served` is the content type of the response. Throws
 * RegistryError `refused`.
 */
export function readManifest(document: JsonValue, served: string, about: string): ImageManifest {
  const type = stringField(document, "mediaType") ?? served.replace(/;.*$/s, "").trim();
  if (indexTypes.has(type)) {
    return {
      kind: "index",
      manifests: readList(document, "manifests", mostManifests, about).map(platformOf(about)),
    };
  }
  if (!imageTypes.has(type) || field(document, "layers") === undefined) {
    throw new RegistryError("refused", `${about}: ${quoted(type)} is not an image manifest`);
  }
  const layers = readList(document, "layers", mostLayers, about).map((entry) => readDescriptor(entry, about));
  return { kind: "image", layers };
}

/** Checks that all layers of an image are tar archives. Throws RegistryError `refused`. */
export function demandArchives(layers: readonly Descriptor[], about: string): void {
  const odd = layers.find(({ mediaType }) => !layerTypes.test(mediaType));
  if (odd !== undefined) {
    throw new RegistryError("refused", `${about}: a layer is not a tar archive but ${quoted(odd.mediaType)}`);
  }
}

/** Returns the manifest for Linux on this architecture, or the only one in the index. */
export function choosePlatform(
  manifests: readonly PlatformManifest[],
  architecture: string,
): PlatformManifest | undefined {
  // Provenance attestations from builders are listed as manifests of an unknown platform.
  const images = manifests.filter(({ os, mediaType }) => os !== "unknown" && imageTypes.has(mediaType));
  const fitting = images.find((each) => each.os === "linux" && each.architecture === architecture);
  return fitting ?? (images.length === 1 ? images[0] : undefined);
}

// oxlint-disable-next-line max-params -- what, of what, at most, of which image
function readList(document: JsonValue, name: string, most: number, about: string): readonly JsonValue[] {
  const list = listField(document, name);
  if (list.length > most) {
    throw new RegistryError(
      "refused",
      `${about}: ${list.length} ${name} are more than the ${most} that an image may have`,
    );
  }
  return list;
}

function platformOf(about: string): (entry: JsonValue) => PlatformManifest {
  return (entry) => {
    const platform = objectField(entry, "platform");
    return {
      ...readDescriptor(entry, about),
      os: stringField(platform, "os") ?? "",
      architecture: stringField(platform, "architecture") ?? "",
    };
  };
}

function readDescriptor(entry: JsonValue, about: string): Descriptor {
  const mediaType = stringField(entry, "mediaType") ?? "";
  const digest = stringField(entry, "digest") ?? "";
  const size = field(entry, "size");
  if (!isDigest(digest)) {
    throw new RegistryError("refused", `${about}: ${quoted(digest)} is not a sha256 digest`);
  }
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0) {
    throw new RegistryError("refused", `${about}: ${digest} has no size in the manifest`);
  }
  return { mediaType, digest, size };
}

const digestPattern = /^sha256:[0-9a-f]{64}$/;

/**
 * Reports whether the text is a digest in the form current registries use: `sha256:` and 64 hexadecimal
 * digits.
 */
export function isDigest(text: string): boolean {
  return digestPattern.test(text);
}

/** Returns the digest of these bytes. */
export function imageDigest(bytes: Uint8Array): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}
