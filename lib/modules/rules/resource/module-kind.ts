/** The kinds of module resources, all of the group deckhouse.io and cluster-scoped. */
export const moduleKinds = [
  "ModuleSource",
  "ModuleUpdatePolicy",
  "ModuleRelease",
  "Module",
  "ModuleConfig",
  "ModulePullOverride",
  "ModuleDocumentation",
  "DeckhouseRelease",
] as const;
export type ModuleKind = (typeof moduleKinds)[number];

/** The API group of all of them. */
export const moduleGroup = "deckhouse.io";

/** The version that each kind is written in; objects of other versions are read as well. */
export const versionOfKind: Readonly<Record<ModuleKind, string>> = {
  ModuleSource: "v1alpha1",
  ModuleUpdatePolicy: "v1alpha2",
  ModuleRelease: "v1alpha1",
  Module: "v1alpha1",
  ModuleConfig: "v1alpha1",
  ModulePullOverride: "v1alpha2",
  ModuleDocumentation: "v1alpha1",
  DeckhouseRelease: "v1alpha1",
};
