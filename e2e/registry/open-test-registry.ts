import { randomUUID } from "node:crypto";

import { processHost } from "../../cmd/host/process-host.ts";
import type { ModuleRegistry } from "../../lib/modules/registry/model/module-registry.ts";
import type { RegistryAccess } from "../../lib/oci/model/registry-access.ts";
import { type OpenedRepository, openRepository } from "../../lib/oci/open-repository.ts";
import { openRegistry, type RegistryOptions } from "../../lib/modules/registry/open-registry.ts";
import { type PublishedImage, publishModule } from "../../lib/modules/registry/push/publish-module.ts";
import type { TestRegistry } from "./start-registry.ts";

/** Access to a repository of a running registry. */
export interface OpenedTestRegistry {
  readonly access: RegistryAccess;
  readonly registry: ModuleRegistry;
  readonly repository: OpenedRepository;
  /** Publishes a folder as a version of the module `echo`. */
  readonly publish: (
    folder: string,
    version: string,
    ...channels: readonly string[]
  ) => Promise<readonly PublishedImage[]>;
}

function facts(): RegistryOptions {
  const { clock, random } = processHost();
  return { clock, random, userAgent: "converge/test", architecture: "amd64" };
}

/** Opens a unique repository; `changes` modifies the access. */
export function openTestRegistry(
  registry: TestRegistry,
  changes: Partial<RegistryAccess> = {},
): OpenedTestRegistry {
  const { host, scheme, ca, dockerCfg } = registry;
  const access = { repo: `${host}/modules-${randomUUID().slice(0, 8)}`, scheme, ca, dockerCfg, ...changes };
  const repository = openRepository(access, facts());
  return {
    access,
    registry: openRegistry(access, facts()),
    repository,
    publish: (folder, version, ...channels) =>
      publishModule(repository, {
        folder,
        module: "echo",
        version,
        channels,
        overwrite: false,
        signal: new AbortController().signal,
      }),
  };
}
