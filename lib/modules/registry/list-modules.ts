import { channelTags } from "./model/channels.ts";
import type { ModuleRegistry } from "./model/module-registry.ts";
import { RegistryError } from "./model/registry-error.ts";

/** A module of a registry with what it has been released as. */
export interface ListedModule {
  readonly module: string;
  /** The tags under `release` that are no channels, sorted. */
  readonly versions: readonly string[];
  /** The version that each channel leads to, in the order of the channels; only those that are there. */
  readonly channels: ReadonlyMap<string, string>;
  /** What could not be read: messages that name the image. */
  readonly faults: readonly string[];
}

/** How many modules are looked at at once. */
const width = 6;

/**
 * All modules of a registry. Asks once a module and once a channel. Throws RegistryError where the registry
 * does not answer.
 */
export async function listModules(
  registry: ModuleRegistry,
  signal: AbortSignal,
): Promise<readonly ListedModule[]> {
  const modules = await registry.modules(signal);
  const listed: ListedModule[] = [];
  const left = modules.entries();
  const work = async (): Promise<void> => {
    // The entries are shared: whoever is free takes the next one.
    for (const [index, module] of left) {
      listed[index] = await listModule(registry, module, signal);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return listed;
}

/**
 * One module. A module that was never released has no versions. Throws RegistryError where the registry does
 * not answer.
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

/** What is wrong with one image, as its message; what is wrong with the registry is thrown on. */
function faultOf(error: unknown): string {
  if (error instanceof RegistryError && (error.fault === "refused" || error.fault === "missing")) {
    return error.message;
  }
  throw error;
}
