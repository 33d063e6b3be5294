import { noChoices } from "../../render/chart-options.ts";
import { usualGitLimits } from "../../git/model/git-source.ts";
import type { Unit } from "../../sync/unit/unit.ts";
import { moduleUrl, valuesFile } from "./module-source.ts";

/** A module to run, and the modules it waits for. */
export interface ModuleUnit {
  readonly name: string;
  /** Namespace of its release; undefined for `d8-` followed by its name. */
  readonly namespace: string | undefined;
  readonly isChart: boolean;
  /** Modules that must be ready first. */
  readonly dependsOn: readonly string[];
  /** Whether its resources are left alone. */
  readonly isInMaintenance: boolean;
}

const hour = 3_600_000;
const patience = 300_000;

/**
 * Returns a module as a unit of the sync controller: its objects are a release of its name, deleted with it.
 */
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
    // A decision on a version triggers a reconcile; the interval only covers a missed trigger.
    interval: hour,
    recheck: hour,
    prune: true,
    // A version of a module may bring entirely different objects than the previous one: that is its author's
    // decision.
    maxPrune: { percent: 100 },
    // Custom resources of users do not hold back a new version of the module.
    allowPrune: ["controllers"],
    fields: [],
    suspend: isInMaintenance,
    timeouts: { run: undefined, reconcile: patience, prune: patience, external: patience },
    validation: "warn",
    externalDeps: "wait",
    forceConflicts: true,
    recreate: false,
    inventoryPolicy: "adopt",
    health: [],
    ageKeyPaths: [],
    keyPlugins: [],
    createNamespace: true,
    render: { ...noChoices, renderer: "builtin", values: isChart ? [valuesFile] : [] },
    onRemove: "delete",
  };
}
