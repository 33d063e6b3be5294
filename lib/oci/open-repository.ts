import type { Clock, Random } from "../async/clock.ts";
import { openAuthorizer } from "./access/authorizer.ts";
import { credentialsFor } from "./access/docker-credentials.ts";
import type { ImageRequest } from "./image/fetch-manifest.ts";
import { isDigest } from "./image/manifest.ts";
import { isTag, parseRepository, quoted } from "./model/image-name.ts";
import type { RegistryAccess } from "./model/registry-access.ts";
import { RegistryError } from "./model/registry-error.ts";
import { guarded, openTransport } from "./transport/http-transport.ts";
import { openClient, type RegistryClient } from "./transport/registry-client.ts";

/** Dependencies of a client of a repository. */
export interface OciClientOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** `converge/0.1.0`. */
  readonly userAgent: string;
  /** Limits the addresses that are requested; any by default. Throws RegistryError. */
  readonly guard?: (url: URL) => void;
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
export function openRepository(access: RegistryAccess, options: OciClientOptions): OpenedRepository {
  const { host, path } = parseRepository(access.repo);
  const { clock, random, userAgent } = options;
  const isPlain = access.scheme === "HTTP";
  const origin = URL.parse(`${isPlain ? "http" : "https"}://${apiHost(host)}`);
  if (origin === null) {
    throw new RegistryError("refused", `${quoted(host)} is not a valid host`);
  }
  const wire = guarded(openTransport(access.ca, clock), options.guard);
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
