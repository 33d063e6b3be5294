import { RegistryError } from "../model/registry-error.ts";
import { longestDocument, parseDocument, readBytes } from "../transport/response-body.ts";
import type { RegistryClient, RegistryRequest } from "../transport/registry-client.ts";
import type { Answer } from "../transport/http-transport.ts";
import {
  imageDigest,
  isDigest,
  choosePlatform,
  demandArchives,
  type Descriptor,
  type ImageManifest,
  mediaTypes,
  readManifest,
} from "./manifest.ts";

/** A request for an image of a repository. */
export interface ImageRequest {
  /** The path of the repository, without the host. */
  readonly path: string;
  /** A tag or a digest. */
  readonly reference: string;
  /** The name used in messages: `registry.example.com/modules/echo:v1.0.0`. */
  readonly about: string;
  readonly signal: AbortSignal;
}

/** The digest and layers of an image. */
export interface FoundImage {
  /** Digest of the manifest that the reference names, or of the index if it names one. */
  readonly digest: string;
  /** The lowest first. */
  readonly layers: readonly Descriptor[];
}

/** Returns the scope that reading a repository requires. */
export function pullScope(path: string): string {
  return `repository:${path}:pull`;
}

const accept = [mediaTypes.image, mediaTypes.index, mediaTypes.dockerImage, mediaTypes.dockerList].join(", ");
/** An index may lead to a manifest, but not to another index. */
const mostSteps = 2;

/**
 * Finds the layers of an image; in a multi-platform image, those for Linux on that architecture. Throws
 * RegistryError.
 */
export async function findImage(
  request: ImageRequest,
  client: RegistryClient,
  architecture: string,
): Promise<FoundImage> {
  const top = await fetchManifest(request, client);
  let { manifest } = top;
  for (let step = 1; manifest.kind === "index" && step < mostSteps; step += 1) {
    const chosen = choosePlatform(manifest.manifests, architecture);
    if (chosen === undefined) {
      throw new RegistryError("refused", `${request.about}: it has no image for linux/${architecture}`);
    }
    ({ manifest } = await fetchManifest({ ...request, reference: chosen.digest }, client));
  }
  if (manifest.kind === "index") {
    throw new RegistryError("refused", `${request.about}: its index refers to another index`);
  }
  demandArchives(manifest.layers, request.about);
  return { digest: top.digest, layers: manifest.layers };
}

/**
 * Returns the digest that the reference names now, without reading the manifest if the registry reports it.
 * Throws RegistryError.
 */
export async function findDigest(request: ImageRequest, client: RegistryClient): Promise<string> {
  const reported = await client.ask(manifestCall(request, "HEAD"), (answer) => {
    answer.discard();
    return Promise.resolve(statedDigest(answer));
  });
  return reported ?? (await fetchManifest(request, client)).digest;
}

/** Fetches a manifest or an index, verified if the reference is a digest. Throws RegistryError. */
export async function fetchManifest(
  request: ImageRequest,
  client: RegistryClient,
): Promise<{ readonly digest: string; readonly manifest: ImageManifest }> {
  const { about, reference } = request;
  const { bytes, served, reported } = await client.ask(manifestCall(request, "GET"), async (answer) => ({
    bytes: await readBytes(answer, longestDocument, about),
    served: answer.headers["content-type"] ?? "",
    reported: statedDigest(answer),
  }));
  const digest = imageDigest(bytes);
  const meant = isDigest(reference) ? reference : (reported ?? digest);
  if (digest !== meant) {
    throw new RegistryError("refused", `${about}: the manifest has the digest ${digest} instead of ${meant}`);
  }
  return { digest, manifest: readManifest(parseDocument(bytes, about), served, about) };
}

function manifestCall(image: ImageRequest, method: "GET" | "HEAD"): RegistryRequest {
  const { path, reference, about, signal } = image;
  const target = `/v2/${path}/manifests/${reference}`;
  return { method, target, scope: pullScope(path), about, headers: { accept }, signal };
}

function statedDigest({ headers }: Answer): string | undefined {
  const reported = headers["docker-content-digest"];
  return typeof reported === "string" && isDigest(reported) ? reported : undefined;
}
