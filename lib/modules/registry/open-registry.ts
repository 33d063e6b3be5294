import { findDigest } from "../../oci/image/fetch-manifest.ts";
import { listTags } from "../../oci/list-tags.ts";
import { isPathStep, quoted } from "../../oci/model/image-name.ts";
import type { RegistryAccess } from "../../oci/model/registry-access.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";
import { imageOf, openRepository, type OciClientOptions } from "../../oci/open-repository.ts";
import type { ModuleRegistry } from "./model/module-registry.ts";
import { pullImage } from "./pull-image.ts";
import { readRelease } from "./read-repository.ts";

/** Dependencies of a registry of modules. */
export interface RegistryOptions extends OciClientOptions {
  /** Architecture of this machine in Go's terms, `amd64` or `arm64`, to choose from multi-platform images. */
  readonly architecture: string;
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
