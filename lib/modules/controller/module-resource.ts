import type { Resource } from "../../client/model/cluster.ts";
import { moduleGroup, type ModuleKind, versionOfKind } from "../rules/resource/module-kind.ts";

const plurals: Readonly<Record<ModuleKind, string>> = {
  ModuleSource: "modulesources",
  ModuleUpdatePolicy: "moduleupdatepolicies",
  ModuleRelease: "modulereleases",
  Module: "modules",
  ModuleConfig: "moduleconfigs",
  ModulePullOverride: "modulepulloverrides",
  ModuleDocumentation: "moduledocumentations",
  DeckhouseRelease: "deckhousereleases",
};

/** Returns the API resource of a kind, as `deploy/modules/crd` defines it. */
export function moduleResource(kind: ModuleKind): Resource {
  return {
    group: moduleGroup,
    version: versionOfKind[kind],
    kind,
    plural: plurals[kind],
    namespaced: false,
    verbs: [],
  };
}

/** Reports whether a name is valid for a module: it names a folder, an object and a namespace alike. */
export function isModuleName(name: string): boolean {
  return name.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(name);
}
