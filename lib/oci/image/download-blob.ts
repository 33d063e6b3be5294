import { createHash, type Hash } from "node:crypto";

import { RegistryError, TransientError } from "../model/registry-error.ts";
import { retry } from "../transport/retry.ts";
import type { RegistryClient, RegistryRequest } from "../transport/registry-client.ts";
import type { Answer } from "../transport/http-transport.ts";
import { type ImageRequest, pullScope } from "./fetch-manifest.ts";
import type { Descriptor } from "./manifest.ts";

/** The destination of a blob's bytes. They must not be trusted before the download has finished. */
export interface BlobSink {
  readonly write: (chunk: Uint8Array) => Promise<void>;
  /** Discards what was written: the blob is sent again from the first byte. */
  readonly restart: () => Promise<void>;
}

interface Download {
  readonly blob: Descriptor;
  readonly image: ImageRequest;
  readonly sink: BlobSink;
  /** Hash of all bytes in the sink. */
  hash: Hash;
  received: number;
  /** The most bytes received, across all attempts. */
  farthest: number;
}

/**
 * Downloads a blob into the sink; resolves once its size and digest match the manifest. A broken download is
 * resumed where it broke (Range), or restarted if the registry does not support ranges. Throws RegistryError.
 */
export async function downloadBlob(
  blob: Descriptor,
  { image, sink }: { readonly image: ImageRequest; readonly sink: BlobSink },
  client: RegistryClient,
): Promise<void> {
  const download: Download = { blob, image, sink, hash: createHash("sha256"), received: 0, farthest: 0 };
  const { about, signal } = image;
  const progress = (): number => download.farthest;
  await retry({ about, attempt: () => goOn(download, client), progress, signal }, client.patience);
  if (download.received !== blob.size) {
    throw damaged(download, `has ${download.received} bytes instead of ${blob.size}`);
  }
  const digest = `sha256:${download.hash.digest("hex")}`;
  if (digest !== blob.digest) {
    throw damaged(download, `is damaged: its content has the digest ${digest}`);
  }
}

async function goOn(download: Download, client: RegistryClient): Promise<void> {
  const { blob, sink } = download;
  if (download.received === blob.size && blob.size > 0) {
    return;
  }
  const answer = await client.send(blobCall(download));
  if (download.received > 0 && !continues(answer, download.received)) {
    await sink.restart();
    download.hash = createHash("sha256");
    download.received = 0;
    if (answer.status === 206) {
      answer.discard();
      throw new TransientError("the registry sent the wrong part of a layer");
    }
  }
  for await (const chunk of answer.body) {
    await take(chunk, download, answer);
  }
  if (download.received < blob.size && answer.headers["content-length"] === undefined) {
    // Without a content length, only the size of the layer shows that the body was cut off.
    throw new TransientError(`a layer ended after ${download.received} of ${blob.size} bytes`);
  }
}

async function take(chunk: Uint8Array, download: Download, answer: Answer): Promise<void> {
  const { blob, sink } = download;
  if (download.received + chunk.length > blob.size) {
    answer.discard();
    throw damaged(download, `is longer than the ${blob.size} bytes of its manifest`);
  }
  await sink.write(chunk);
  download.hash.update(chunk);
  download.received += chunk.length;
  download.farthest = Math.max(download.farthest, download.received);
}

function blobCall({ blob, image, received }: Download): RegistryRequest {
  const { path, about, signal } = image;
  const target = `/v2/${path}/blobs/${blob.digest}`;
  const headers: Readonly<Record<string, string>> = received === 0 ? {} : { range: `bytes=${received}-` };
  return { method: "GET", target, scope: pullScope(path), about, headers, signal };
}

/** Reports whether the answer continues with exactly the next missing byte. */
function continues({ status, headers }: Answer, from: number): boolean {
  return status === 206 && (headers["content-range"] ?? "").startsWith(`bytes ${from}-`);
}

function damaged({ blob, image }: Download, fact: string): RegistryError {
  return new RegistryError("refused", `${image.about}: the layer ${blob.digest} ${fact}`);
}
