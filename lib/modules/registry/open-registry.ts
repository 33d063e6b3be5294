import type { Clock, Random } from "../../async/clock.ts";
import { openAuthorizer } from "./access/authorizer.ts";
import { credentialsFor } from "./access/docker-credentials.ts";
import { findDigest, type ImageRequest } from "./image/fetch-manifest.ts";
import { isDigest } from "./image/manifest.ts";
import { isPathStep, isTag, parseRepository, quoted } from "./model/image-name.ts";
import { listTags, readRelease } from "./read-repository.ts";
import type { ModuleRegistry, RegistryAccess } from "./model/module-registry.ts";
import { pullImage } from "./pull-image.ts";
import { RegistryError } from "./model/registry-error.ts";
import { openClient, type RegistryClient } from "./transport/registry-client.ts";
import { openTransport } from "./transport/http-transport.ts";

/** Dependencies of a registry client. */
export interface RegistryOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** `converge/0.1.0`. */
  readonly userAgent: string;
  /** Architecture of this machine in Go's terms, `amd64` or `arm64`, to choose from multi-platform images. */
  readonly architecture: string;
}

/** A repository with its client, for readers and writers. */
export interface OpenedRepository {
  readonly host: string;
  readonly path: string;
  readonly client: RegistryClient;
}

/**
 * Opens the registry of a repository; it connects with the first request. Throws RegistryError for invalid
 * access settings.
 */
export function openRepository(access: RegistryAccess, options: RegistryOptions): OpenedRepository {
  const { host, path } = parseRepository(access.repo);
  const { clock, random, userAgent } = options;
  const isPlain = access.scheme === "HTTP";
  const origin = URL.parse(`${isPlain ? "http" : "https"}://${apiHost(host)}`);
  if (origin === null) {
    throw new RegistryError("refused", `${quoted(host)} is not a valid host`);
  }
  const wire = openTransport(access.ca, clock);
  const credentials = credentialsFor(access.dockerCfg, host);
  const authorizer = openAuthorizer({ host, credentials, plainAllowed: isPlain, wire, clock });
  const client = openClient({ origin, userAgent, wire, authorizer, patience: { clock, random } });
  return { host, path, client };
}

/** Docker Hub serves its API under a host other than that of its image names. */
function apiHost(host: string): string {
  return host === "docker.io" || host === "index.docker.io" ? "registry-1.docker.io" : host;
}

/**
 * Opens a registry of modules. It connects with the first request, and does not have to be closed. Throws
 * RegistryError for a repository, credentials or CA certificates that cannot be read.
 */
export function openRegistry(access: RegistryAccess, options: RegistryOptions): ModuleRegistry {
  const repository = openRepository(access, options);
  const { host, path, client } = repository;
  const pulling = { client, architecture: options.architecture };
  const tagsOf = (step: string, signal: AbortSignal): Promise<readonly string[]> => {
    const whole = `${path}${step}`;
    return listTags({ path: whole, about: `${host}/${whole}`, signal }, client);
  };
  return {
    repo: access.repo,
    modules: async (signal) => (await tagsOf("", signal)).filter(isPathStep),
    tags: async (module, signal) => tagsOf(below(module), signal),
    releaseTags: async (module, signal) => tagsOf(`${below(module)}/release`, signal),
    release: async (module, tag, signal) =>
      readRelease(imageOf(repository, `${below(module)}/release`, { tag, signal }), pulling),
    digest: async (module, tag, signal) =>
      findDigest(imageOf(repository, below(module), { tag, signal }), client),
    pull: async (module, tag, { folder, signal }) =>
      pullImage(imageOf(repository, below(module), { tag, signal }), folder, pulling),
  };
}

function below(module: string): string {
  if (!isPathStep(module)) {
    throw new RegistryError("refused", `${quoted(module)} cannot be the name of a module in a registry`);
  }
  return `/${module}`;
}

/**
 * Returns the request for an image below a repository, by its tag or digest. Throws RegistryError if the tag
 * is invalid.
 */
export function imageOf(
  { host, path }: Pick<OpenedRepository, "host" | "path">,
  step: string,
  { tag, signal }: { readonly tag: string; readonly signal: AbortSignal },
): ImageRequest {
  if (!isTag(tag) && !isDigest(tag)) {
    throw new RegistryError("refused", `${quoted(tag)} cannot be the tag of an image`);
  }
  const whole = `${path}${step}`;
  return { path: whole, reference: tag, about: `${host}/${whole}${isDigest(tag) ? "@" : ":"}${tag}`, signal };
}
