import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import { RegistryError } from "../model/registry-error.ts";
import {
  choosePlatform,
  demandArchives,
  mediaTypes,
  type PlatformManifest,
  readManifest,
} from "./manifest.ts";

const digest = `sha256:${"0a".repeat(32)}`;
const gzip = mediaTypes.layer;

function layer(changes: Readonly<Record<string, JsonValue>> = {}): JsonValue {
  return { mediaType: gzip, digest, size: 5, ...changes };
}

function image(...layers: readonly JsonValue[]): JsonValue {
  return { schemaVersion: 2, mediaType: mediaTypes.image, layers };
}

test("layers are read in order, with OCI and Docker media types", (t) => {
  const docker = "application/vnd.docker.image.rootfs.diff.tar.gzip";
  const read = readManifest(image(layer(), layer({ mediaType: docker, size: 0 })), "", "echo:v1");
  t.deepEqual(read, {
    kind: "image",
    layers: [
      { mediaType: gzip, digest, size: 5 },
      { mediaType: docker, digest, size: 0 },
    ],
  });
});

test("a manifest without a media type has the type of its Content-Type header", (t) => {
  const read = readManifest({ layers: [layer()] }, `${mediaTypes.dockerImage}; charset=utf-8`, "echo:v1");
  t.is(read.kind, "image");
});

const refuses = test.macro((t, document: JsonValue, expected: RegExp) => {
  const error = t.throws(() => readManifest(document, mediaTypes.image, "echo:v1"), {
    instanceOf: RegistryError,
  });
  t.is(error.fault, "refused");
  t.regex(error.message, expected);
  t.true(error.message.startsWith("echo:v1: "));
});

test(
  "a digest of another algorithm is refused",
  refuses,
  image(layer({ digest: "md5:00" })),
  /not a sha256 digest/,
);
test(
  "a digest that is a path is refused",
  refuses,
  image(layer({ digest: "sha256:../../x" })),
  /not a sha256/,
);
test("a negative size is refused", refuses, image(layer({ size: -1 })), /no size/);
test("a fractional size is refused", refuses, image(layer({ size: 1.5 })), /no size/);
test("a size that is a string is refused", refuses, image(layer({ size: "5" })), /no size/);
test("a layer that is not a tar archive is refused", (t) => {
  const layers = [{ mediaType: "text/plain", digest, size: 5 }];
  t.throws(() => demandArchives(layers, "echo:v1"), { instanceOf: RegistryError, message: /not a tar/ });
});
test(
  "thousands of layers are refused",
  refuses,
  image(...Array.from({ length: 5000 }, () => layer())),
  /5000 layers are more than the 128/,
);
test(
  "thousands of platforms are refused",
  refuses,
  { mediaType: mediaTypes.index, manifests: Array.from({ length: 5000 }, () => layer()) },
  /5000 manifests are more than the 256/,
);
test(
  "a Docker schema 1 manifest is refused",
  refuses,
  { mediaType: "application/vnd.docker.distribution.manifest.v1+json", fsLayers: [] },
  /is not an image manifest/,
);
test("a document that is not a manifest is refused", refuses, ["x"], /is not an image manifest/);

const chooses = test.macro((t, platforms: readonly string[], expected: number | undefined) => {
  const manifests = platforms.map((platform): PlatformManifest => {
    const [os = "", architecture = ""] = platform.split("/");
    return { mediaType: mediaTypes.image, digest, size: 5, os, architecture };
  });
  const chosen = choosePlatform(manifests, "arm64");
  t.is(chosen === undefined ? undefined : manifests.indexOf(chosen), expected);
});

test("the image of this architecture is chosen", chooses, ["linux/amd64", "linux/arm64"], 1);
test("the only image is chosen, whatever its platform", chooses, ["linux/amd64"], 0);
test(
  "an attestation manifest (unknown/unknown) does not count as an image",
  chooses,
  ["linux/amd64", "unknown/unknown"],
  0,
);
test("no image is chosen if none of several fits", chooses, ["linux/amd64", "linux/s390x"], undefined);
test("an image for another operating system is not chosen", chooses, ["windows/arm64", "linux/arm64"], 1);
test("no image is chosen from an empty index", chooses, [], undefined);
