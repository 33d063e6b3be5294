import { noChoices } from "../../render/chart-options.ts";
import { usualGitLimits } from "../../git/model/git-source.ts";
import type { Unit } from "../../sync/unit/unit.ts";
import { moduleUrl, valuesFile } from "./module-source.ts";

/** A module that is to run, and what it has to wait for. */
export interface ModuleUnit {
  readonly name: string;
  /** Of its release; undefined for `d8-` and its name. */
  readonly namespace: string | undefined;
  readonly isChart: boolean;
  /** Modules that have to be ready before. */
  readonly dependsOn: readonly string[];
  /** Its resources are not looked after. */
  readonly isInMaintenance: boolean;
}

const hour = 3_600_000;
const patience = 300_000;

/** A module as a unit of a vigil: what it brings is a release of its name, which goes with it. */
export function moduleUnit({ name, namespace, isChart, dependsOn, isInMaintenance }: ModuleUnit): Unit {
  return {
    name,
    source: {
      url: moduleUrl(name),
      ref: "",
      path: "",
      submodules: false,
      access: {},
      limits: usualGitLimits,
    },
    release: name,
    namespace: namespace ?? `d8-${name}`,
    dependsOn,
    // Whoever decides on a version says so; this is only for the case that it was not heard.
    interval: hour,
    recheck: hour,
    prune: true,
    // A version of a module may bring wholly other objects than the one before: that is decided by its
    // author.
    maxPrune: { percent: 100 },
    allowPrune: [],
    ignoreDifferences: [],
    suspend: isInMaintenance,
    timeouts: { run: undefined, reconcile: patience, prune: patience, external: patience },
    validation: "warn",
    externalDeps: "wait",
    forceConflicts: true,
    recreate: false,
    inventoryPolicy: "adopt",
    createNamespace: true,
    render: isChart ? { ...noChoices, values: [valuesFile] } : noChoices,
    onRemove: "delete",
  };
}
