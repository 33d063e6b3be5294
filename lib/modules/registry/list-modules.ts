import { type ModuleRegistry, channelTags } from "./model/module-registry.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";

/** A module of a registry with its versions and channels. */
export interface ListedModule {
  readonly module: string;
  /** The tags under `release` that are not channels, sorted. */
  readonly versions: readonly string[];
  /** The version of each existing channel, in the order of the channels. */
  readonly channels: ReadonlyMap<string, string>;
  /** Messages about images that could not be read; each names its image. */
  readonly faults: readonly string[];
}

/** Modules that are read concurrently. */
const width = 6;

/**
 * Lists all modules of a registry, with one request per module and one per channel. Throws RegistryError if
 * the registry does not answer.
 */
export async function listModules(
  registry: ModuleRegistry,
  signal: AbortSignal,
): Promise<readonly ListedModule[]> {
  const modules = await registry.modules(signal);
  const listed: ListedModule[] = [];
  const left = modules.entries();
  const work = async (): Promise<void> => {
    // The workers share one iterator: each takes the next entry.
    for (const [index, module] of left) {
      listed[index] = await listModule(registry, module, signal);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return listed;
}

/**
 * Lists one module. A module that was never released has no versions. Throws RegistryError if the registry
 * does not answer.
 */
export async function listModule(
  registry: ModuleRegistry,
  module: string,
  signal: AbortSignal,
): Promise<ListedModule> {
  const tags = await releaseTags(registry, module, signal);
  const channels = new Map<string, string>();
  const faults: string[] = [];
  for (const channel of channelTags.filter((name) => tags.includes(name))) {
    try {
      channels.set(channel, (await registry.release(module, channel, signal)).version);
    } catch (error) {
      faults.push(faultOf(error));
    }
  }
  return { module, versions: tags.filter((tag) => !channelTags.includes(tag)), channels, faults };
}

async function releaseTags(
  registry: ModuleRegistry,
  module: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    return await registry.releaseTags(module, signal);
  } catch (error) {
    if (error instanceof RegistryError && error.fault === "missing") {
      return [];
    }
    throw error;
  }
}

/** Returns the message of a fault in one image; rethrows faults of the registry. */
function faultOf(error: unknown): string {
  if (error instanceof RegistryError && (error.fault === "refused" || error.fault === "missing")) {
    return error.message;
  }
  throw error;
}
