import { Readable } from "node:stream";

import { stringField } from "../../object/json.ts";
import { downloadBytes } from "../../oci/image/download-bytes.ts";
import { findImage, type ImageRequest } from "../../oci/image/fetch-manifest.ts";
import { quoted } from "../../oci/model/image-name.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { parseDocument } from "../../oci/transport/response-body.ts";
import type { ReleaseImage } from "./model/module-registry.ts";
import type { PullOptions } from "./pull-image.ts";
import { openMemoryShelf } from "./unpack/file-sink.ts";
import { startUnpacking, unpackLayer } from "./unpack/unpack-layer.ts";

/** Size limit of a file that is read from a release: 1 MiB. */
const longestFile = 1024 * 1024;
/** Size limit of all packed layers of a release, which are held in memory: 32 MiB. */
const mostBytes = 32 * 1024 * 1024;

const names = { version: "version.json", module: "module.yaml", changelog: "changelog.yaml" } as const;

/** Reads a release image without writing to disk. Throws RegistryError. */
export async function readRelease(
  request: ImageRequest,
  { client, architecture }: PullOptions,
): Promise<ReleaseImage> {
  const { about, signal } = request;
  const { digest, layers } = await findImage(request, client, architecture);
  if (layers.reduce((sum, { size }) => sum + size, 0) > mostBytes) {
    throw new RegistryError(
      "refused",
      `${about}: it is bigger than the ${mostBytes} bytes that a release may have`,
    );
  }
  const shelf = openMemoryShelf(Object.values(names), longestFile, (name) => {
    throw new RegistryError("refused", `${about}: ${name} is longer than ${longestFile} bytes`);
  });
  const unpacking = startUnpacking({ about, signal, shelf });
  for (const layer of layers) {
    const bytes = await downloadBytes(layer, request, client);
    await unpackLayer({ head: bytes.subarray(0, 4), open: () => Readable.from([bytes]) }, unpacking);
  }
  const text = (name: string): string | undefined => shelf.files.get(name)?.toString("utf8");
  const version = versionOf(shelf.files.get(names.version), about);
  return { digest, version, moduleYaml: text(names.module), changelogYaml: text(names.changelog) };
}

function versionOf(file: Buffer | undefined, about: string): string {
  if (file === undefined) {
    throw new RegistryError("refused", `${about}: it has no ${names.version}, so it is not a module release`);
  }
  const version = stringField(parseDocument(file, `${about}: ${names.version}`), "version") ?? "";
  if (version === "" || version.length > 128) {
    throw new RegistryError("refused", `${about}: ${names.version} names no version: ${quoted(version)}`);
  }
  return version;
}
