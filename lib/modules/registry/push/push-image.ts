import { findDigest, type ImageRequest } from "../../../oci/image/fetch-manifest.ts";
import { RegistryError, TransientError } from "../../../oci/model/registry-error.ts";
import { retry } from "../../../oci/transport/retry.ts";
import type { RegistryClient, RegistryRequest } from "../../../oci/transport/registry-client.ts";
import type { BuiltBlob, BuiltImage } from "./build-image.ts";

/** Pushes an image, and then its tag, so that a tag never points to missing content. Throws RegistryError. */
export async function pushImage(
  image: BuiltImage,
  request: ImageRequest,
  client: RegistryClient,
): Promise<void> {
  const { about, signal, reference } = request;
  for (const blob of image.blobs) {
    await retry({ about, attempt: () => pushBlob(blob, request, client), signal }, client.patience);
  }
  const { manifest } = image;
  const put = {
    ...requestOf(request, "PUT", `/manifests/${reference}`),
    headers: { "content-type": manifest.mediaType },
    body: manifest.bytes,
  };
  const reported = await client.ask(put, (answer) => {
    answer.discard();
    return Promise.resolve(answer.headers["docker-content-digest"]);
  });
  if (reported !== undefined && reported !== manifest.digest) {
    throw new RegistryError(
      "refused",
      `${about}: the registry stored a different manifest than the one it was sent`,
    );
  }
}

/**
 * Returns the digest that a tag points to, or undefined if it does not exist. Throws RegistryError for any
 * other failure.
 */
export async function digestThere(
  request: ImageRequest,
  client: RegistryClient,
): Promise<string | undefined> {
  try {
    return await findDigest(request, client);
  } catch (error) {
    if (error instanceof RegistryError && error.fault === "missing") {
      return undefined;
    }
    throw error;
  }
}

/**
 * One attempt to push a blob, unless the registry has it. An interrupted upload is started from the
 * beginning.
 */
async function pushBlob(blob: BuiltBlob, request: ImageRequest, client: RegistryClient): Promise<void> {
  if (await isThere(blob, request, client)) {
    return;
  }
  const begin = { ...requestOf(request, "POST", "/blobs/uploads/"), body: new Uint8Array() };
  const begun = await client.send(begin);
  begun.discard();
  const target = withDigest(begun.headers.location, blob.digest);
  const put = { ...requestOf(request, "PUT", ""), target, headers: octets, body: blob.bytes };
  (await client.send(put)).discard();
}

const octets = { "content-type": "application/octet-stream" };

async function isThere(
  { digest }: BuiltBlob,
  request: ImageRequest,
  client: RegistryClient,
): Promise<boolean> {
  try {
    (await client.send(requestOf(request, "HEAD", `/blobs/${digest}`))).discard();
    return true;
  } catch (error) {
    if (error instanceof RegistryError && error.fault === "missing") {
      return false;
    }
    throw error;
  }
}

/**
 * Appends the digest to the upload URL from the registry, which may have a query already, and may lack a
 * host.
 */
function withDigest(location: string | undefined, digest: string): string {
  if (location === undefined) {
    throw new TransientError("the registry began an upload without a location");
  }
  return `${location}${location.includes("?") ? "&" : "?"}digest=${encodeURIComponent(digest)}`;
}

function requestOf(image: ImageRequest, method: RegistryRequest["method"], target: string): RegistryRequest {
  const { path, about, signal } = image;
  return { method, target: `/v2/${path}${target}`, scope: `repository:${path}:pull,push`, about, signal };
}
