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

/** What is listed: a registry, or one of its modules. */
export interface ListTarget {
  readonly repo: string;
  readonly module: string | undefined;
}

/** Shows the modules of a registry, or the versions of one. */
export async function runModulesList(
  target: ListTarget,
  flags: ModulesListFlags,
  shell: Host,
): Promise<ExitCode> {
  const access = await accessOf(target.repo, flags, shell);
  const facts = await registryFacts(shell);
  const { openRegistry } = await import("../../../lib/modules/registry/open-registry.ts");
  const registry = await opened(() => openRegistry(access, facts));
  return withRegistry(shell, async (signal) => {
    const listing = { registry, target: { ...target, repo: access.repo }, flags, shell, signal };
    return flags.output === "name" ? listNames(listing) : listReleases(listing);
  });
}

interface Listing {
  readonly registry: ModuleRegistry;
  readonly target: ListTarget;
  readonly flags: ModulesListFlags;
  readonly shell: Host;
  readonly signal: AbortSignal;
}

async function listNames({ registry, target, shell, signal }: Listing): Promise<ExitCode> {
  const { registryNames } = await import("../../../lib/report/modules/registry-list.ts");
  const { module } = target;
  const names = module === undefined ? await registry.modules(signal) : await registry.tags(module, signal);
  shell.stdout.write(registryNames(names));
  return exitCodes.converged;
}

async function listReleases(listing: Listing): Promise<ExitCode> {
  const { registry, target, shell, signal } = listing;
  const { listModule, listModules } = await import("../../../lib/modules/registry/list-modules.ts");
  const { escapeControl } = await import("../../../lib/report/terminal/escape-control.ts");
  const { module } = target;
  if (module !== undefined) {
    // A module that is not there has no tags either: told by the registry.
    await registry.tags(module, signal);
  }
  const found =
    module === undefined ? await listModules(registry, signal) : [await listModule(registry, module, signal)];
  const faults = found.flatMap((each) => each.faults);
  for (const fault of faults) {
    shell.stderr.write(`error: ${escapeControl(fault)}\n`);
  }
  shell.stdout.write(await written(found.map(inOrder), listing));
  return faults.length === 0 ? exitCodes.converged : exitCodes.failed;
}

async function written(
  modules: readonly RegistryModule[],
  { target: { repo, module }, flags, shell }: Listing,
): Promise<string> {
  const { registryJson, registryModuleJson, registryModuleTable, registryTable } =
    await import("../../../lib/report/modules/registry-list.ts");
  const color = wantsColor(flags.color, shell.stdout, shell);
  const [only] = modules;
  if (module !== undefined && only !== undefined) {
    return flags.output === "json" ? registryModuleJson(repo, only) : registryModuleTable(only, color);
  }
  return flags.output === "json" ? registryJson(repo, modules) : registryTable(modules, color);
}

/** Its versions from the oldest on; what a channel leads to is one of them, whether it has a tag or not. */
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

/** The flags of `modules list` as they were read. */
export interface ModulesListFlags extends RegistryFlags {
  readonly output: (typeof formats)[number];
  readonly color: ColorMode;
}

/** The output formats of `modules list`. */
export const formats = ["table", "json", "name"] as const;
