import { Readable } from "node:stream";

import { stringField, stringsField } from "../../object/json.ts";
import { type BlobSink, downloadBlob } from "./image/download-blob.ts";
import { findImage, type ImageRequest, pullScope } from "./image/fetch-manifest.ts";
import type { Descriptor } from "./image/manifest.ts";
import { quoted } from "./model/image-name.ts";
import type { ReleaseImage } from "./model/module-registry.ts";
import type { PullOptions } from "./pull-image.ts";
import { RegistryError } from "./model/registry-error.ts";
import { parseDocument, longestDocument, readBytes } from "./transport/response-body.ts";
import { openMemoryShelf } from "./unpack/file-sink.ts";
import { startUnpacking, unpackLayer } from "./unpack/unpack-layer.ts";
import { compareText } from "../../object/object-ref.ts";
import type { RegistryClient, RegistryRequest } from "./transport/registry-client.ts";

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

async function downloadBytes(
  layer: Descriptor,
  image: ImageRequest,
  client: PullOptions["client"],
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

/** Tags requested per page; registries may return fewer. */
const pageSize = 1000;
/** Page limit, so that an endless list is abandoned. */
const mostPages = 1000;

/**
 * Lists all tags of a repository, sorted. A repository without tags exists; one that was never pushed to does
 * not. Throws RegistryError.
 */
export async function listTags(
  repository: Omit<ImageRequest, "reference">,
  client: RegistryClient,
): Promise<readonly string[]> {
  const { path, about, signal } = repository;
  const tags = new Set<string>();
  let target: string | undefined = `/v2/${path}/tags/list?n=${pageSize}`;
  for (let page = 0; target !== undefined; page += 1) {
    if (page >= mostPages) {
      throw new RegistryError("refused", `${about}: its list of tags does not end after ${mostPages} pages`);
    }
    const request: RegistryRequest = { method: "GET", target, scope: pullScope(path), about, signal };
    const found: TagPage = await client.ask(request, async (answer) => ({
      tags: stringsField(parseDocument(await readBytes(answer, longestDocument, about), about), "tags"),
      next: nextPage(answer.headers["link"]),
    }));
    found.tags.forEach((tag) => tags.add(tag));
    target = found.next;
  }
  return [...tags].toSorted(compareText);
}

interface TagPage {
  readonly tags: readonly string[];
  readonly next: string | undefined;
}

/**
 * Returns the URL of the next page: `</v2/echo/tags/list?last=b&n=2>; rel="next"` →
 * `/v2/echo/tags/list?last=b&n=2`.
 */
export function nextPage(link: string | readonly string[] | undefined): string | undefined {
  const text = typeof link === "string" ? link : (link?.join(", ") ?? "");
  const found = [...text.matchAll(/<([^<>]*)>([^<]*)/g)].find(([, , parameters = ""]) =>
    /;\s*rel\s*=\s*"?next"?/i.test(parameters),
  );
  return found?.[1];
}
