/** A reader of OCI image archives that follows the specification and verifies everything. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { runProgram } from "../git/run-program.ts";

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

interface Manifest extends Descriptor {
  readonly schemaVersion: number;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

/** The configuration of an image: how it is started, and its layers. */
export interface ImageConfig {
  readonly architecture: string;
  readonly os: string;
  readonly created: string;
  readonly config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Entrypoint: readonly string[];
    readonly Cmd: readonly string[];
  };
  readonly rootfs: { readonly type: string; readonly diff_ids: readonly string[] };
}

/** An unpacked image. */
export interface UnpackedImage {
  readonly config: ImageConfig;
  /** The folder with all its layers, one over the other. */
  readonly root: string;
  /** `sha256:…` of its manifest. */
  readonly digest: string;
  /** Faults of the layout: digests, sizes, types, unreferenced blobs. */
  readonly faults: readonly string[];
}

/** Unpacks an archive into an empty folder, the lowest layer first. */
export async function unpackImage(archive: string, folder: string): Promise<UnpackedImage> {
  const layout = join(folder, "layout");
  const root = join(folder, "root");
  mkdirSync(layout);
  mkdirSync(root);
  await runProgram("tar", ["-xf", archive, "-C", layout]);
  const blobs = new Blobs(layout);
  const index: { readonly manifests: readonly Descriptor[] } = JSON.parse(
    readFileSync(join(layout, "index.json"), "utf8"),
  );
  const [first] = index.manifests;
  if (first === undefined || index.manifests.length > 1) {
    throw new Error("the archive holds no image, or several");
  }
  const manifest: Manifest = JSON.parse(
    blobs.take(first, "application/vnd.oci.image.manifest.v1+json").toString(),
  );
  const configText = blobs.take(manifest.config, "application/vnd.oci.image.config.v1+json").toString();
  const config: ImageConfig = JSON.parse(configText);
  for (const [at, layer] of manifest.layers.entries()) {
    const plain = gunzipSync(blobs.take(layer, "application/vnd.oci.image.layer.v1.tar+gzip"));
    blobs.expect(config.rootfs.diff_ids[at] === digestOf(plain), `diff_id of layer ${at}`);
    const said = await runProgram("tar", ["-xp", "--keep-directory-symlink", "-C", root], { input: plain });
    blobs.expect(said === "", said);
  }
  blobs.expect(config.rootfs.diff_ids.length === manifest.layers.length, "number of diff_ids");
  blobs.expectAllTaken();
  return { config, root, digest: first.digest, faults: blobs.faults };
}

class Blobs {
  readonly faults: string[] = [];
  readonly #folder: string;
  readonly #left: Set<string>;

  constructor(layout: string) {
    this.#folder = join(layout, "blobs/sha256");
    this.#left = new Set(readdirSync(this.#folder));
  }

  expect(holds: boolean, what: string): void {
    if (!holds) {
      this.faults.push(what);
    }
  }

  take({ digest, size, mediaType }: Descriptor, expected: string): Buffer {
    const name = digest.replace("sha256:", "");
    const content = readFileSync(join(this.#folder, name));
    this.#left.delete(name);
    this.expect(digestOf(content) === digest, `digest of ${digest}`);
    this.expect(content.length === size, `size of ${digest}`);
    this.expect(mediaType === expected, `type of ${digest}`);
    return content;
  }

  expectAllTaken(): void {
    this.faults.push(...[...this.#left].map((name) => `nobody names ${name}`));
  }
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}
