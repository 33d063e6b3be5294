import type { ListedModule } from "../../../lib/modules/registry/list-modules.ts";
import type { ModuleRegistry } from "../../../lib/modules/registry/model/module-registry.ts";
import type { RegistryModule } from "../../../lib/report/modules/registry-list.ts";
import { compareText } from "../../../lib/object/object-ref.ts";
import { compareVersions, parseVersion } from "../../../lib/object/semver/version.ts";
import { wantsColor, type ColorMode } from "../../host/color.ts";
import { type ExitCode, exitCodes } from "../../host/exit-code.ts";
import type { Host } from "../../host/host.ts";
import {
  accessOf,
  opened,
  registryFacts,
  withRegistry,
  type RegistryFlags,
} from "../flags/registry-flags.ts";

/** The target of the listing: a registry, or one of its modules. */
export interface ListTarget {
  readonly repo: string;
  readonly module: string | undefined;
}

/** Lists the modules of a registry, or the versions of one. */
export async function runModulesList(
  target: ListTarget,
  flags: ModulesListFlags,
  host: Host,
): Promise<ExitCode> {
  const access = await accessOf(target.repo, flags, host);
  const facts = await registryFacts(host);
  const { openRegistry } = await import("../../../lib/modules/registry/open-registry.ts");
  const registry = await opened(() => openRegistry(access, facts));
  return withRegistry(host, async (signal) => {
    const listing = { registry, target: { ...target, repo: access.repo }, flags, host, signal };
    return flags.output === "name" ? listNames(listing) : listReleases(listing);
  });
}

interface Listing {
  readonly registry: ModuleRegistry;
  readonly target: ListTarget;
  readonly flags: ModulesListFlags;
  readonly host: Host;
  readonly signal: AbortSignal;
}

async function listNames({ registry, target, host, signal }: Listing): Promise<ExitCode> {
  const { registryNames } = await import("../../../lib/report/modules/registry-list.ts");
  const { module } = target;
  const names = module === undefined ? await registry.modules(signal) : await registry.tags(module, signal);
  host.stdout.write(registryNames(names));
  return exitCodes.converged;
}

async function listReleases(listing: Listing): Promise<ExitCode> {
  const { registry, target, host, signal } = listing;
  const { listModule, listModules } = await import("../../../lib/modules/registry/list-modules.ts");
  const { escapeControl } = await import("../../../lib/report/terminal/escape-control.ts");
  const { module } = target;
  if (module !== undefined) {
    // A missing module has no tags either: the registry reports that as an error.
    await registry.tags(module, signal);
  }
  const found =
    module === undefined ? await listModules(registry, signal) : [await listModule(registry, module, signal)];
  const faults = found.flatMap((each) => each.faults);
  for (const fault of faults) {
    host.stderr.write(`error: ${escapeControl(fault)}\n`);
  }
  host.stdout.write(await written(found.map(inOrder), listing));
  return faults.length === 0 ? exitCodes.converged : exitCodes.failed;
}

async function written(
  modules: readonly RegistryModule[],
  { target: { repo, module }, flags, host }: Listing,
): Promise<string> {
  const { registryJson, registryModuleJson, registryModuleTable, registryTable } =
    await import("../../../lib/report/modules/registry-list.ts");
  const color = wantsColor(flags.color, host.stdout, host);
  const [only] = modules;
  if (module !== undefined && only !== undefined) {
    return flags.output === "json" ? registryModuleJson(repo, only) : registryModuleTable(only, color);
  }
  return flags.output === "json" ? registryJson(repo, modules) : registryTable(modules, color);
}

/** Sorts its versions, the oldest first, including those of channels, whether or not they have a tag. */
function inOrder({ module, versions, channels }: ListedModule): RegistryModule {
  const known = versions.filter((tag) => parseVersion(tag) !== undefined);
  const all = [...new Set([...known, ...channels.values()])];
  return { module, versions: all.toSorted(compareTags), channels };
}

function compareTags(left: string, right: string): number {
  const [first, second] = [parseVersion(left), parseVersion(right)];
  const order = first === undefined || second === undefined ? 0 : compareVersions(first, second);
  return order === 0 ? compareText(left, right) : order;
}

/** The parsed flags of `modules list`. */
export interface ModulesListFlags extends RegistryFlags {
  readonly output: (typeof formats)[number];
  readonly color: ColorMode;
}

/** The output formats of `modules list`. */
export const formats = ["table", "json", "name"] as const;
