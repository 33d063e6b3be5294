/** The clusters of `sync.yaml`, and the names by which units refer to them. */
import {
  field,
  indexedList,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
} from "../../object/json.ts";
import { didYouMean } from "../../object/diagnostic/suggestion.ts";
import { truncateWord } from "../../object/message-text.ts";
import { formatSettingPath, type SettingFault } from "../../settings/settings-document.ts";
import type { Unit, UnitCluster } from "../unit/unit.ts";
import type { WrittenUnit } from "./raw-unit.ts";

/** The name of the cluster of the sidecar, for units whose defaults name another one. */
const home = "home";
/** The usual key of a kubeconfig in a Secret, as in Cluster API and Flux. */
const usualKey = "value";

/** Returns the clusters of a file that its schema accepts. */
export function clustersOf(file: JsonObject): readonly UnitCluster[] {
  return listField(file, "clusters").map((cluster) => {
    const kubeconfig = objectField(cluster, "kubeconfig");
    const path = stringField(kubeconfig, "file");
    const context = stringField(cluster, "context");
    return {
      name: stringField(cluster, "name") ?? "",
      kubeconfig:
        path === undefined
          ? {
              secret: stringField(kubeconfig, "secret") ?? "",
              key: stringField(kubeconfig, "key") ?? usualKey,
            }
          : { file: path, exec: field(kubeconfig, "exec") === true },
      ...(context === undefined ? {} : { context }),
    };
  });
}

/** Returns the name of the cluster of a unit; empty for that of the sidecar. */
export function clusterNameOf(unit: JsonObject): string {
  const name = stringField(unit, "cluster") ?? home;
  return name === home ? "" : name;
}

/** Returns the cluster of a unit, as one of its properties; none for that of the sidecar. */
export function clusterOf(unit: JsonObject, clusters: readonly UnitCluster[]): Pick<Unit, "cluster"> {
  const name = clusterNameOf(unit);
  const cluster = clusters.find((one) => one.name === name);
  return cluster === undefined ? {} : { cluster };
}

/** Returns the faults of clusters, and of references to them. Complexity: O(units + clusters). */
export function clusterFaults(file: JsonObject, units: readonly WrittenUnit[]): readonly SettingFault[] {
  const names = new Map<string, number>();
  const faults = indexedList(file, "clusters").flatMap(([index, cluster]) => {
    const name = stringField(cluster, "name") ?? "";
    const first = names.get(name);
    names.set(name, first ?? index);
    return [...nameFaults({ name, index, first }), ...kubeconfigFaults(cluster, index)];
  });
  return [...faults, ...units.flatMap((unit) => unitFaults(unit, names))];
}

function nameFaults({
  name,
  index,
  first,
}: {
  readonly name: string;
  readonly index: number;
  readonly first: number | undefined;
}): readonly SettingFault[] {
  const at = { path: ["clusters", index, "name"], part: "value" } as const;
  if (name === home) {
    const message = `clusters[${index}].name: home is the cluster of the sidecar itself: use another name`;
    return [{ code: "SettingConflict", message, ...at }];
  }
  if (first === undefined) {
    return [];
  }
  const related = [{ message: "the other one", path: ["clusters", first, "name"] }];
  return [{ code: "SettingConflict", message: `two clusters are named ${name}: rename one`, ...at, related }];
}

function kubeconfigFaults(cluster: JsonValue, index: number): readonly SettingFault[] {
  const kubeconfig = objectField(cluster, "kubeconfig");
  const path = ["clusters", index, "kubeconfig"];
  const has = (name: string): boolean => field(kubeconfig, name) !== undefined;
  const conflict = (name: string, says: string): readonly SettingFault[] => {
    const place = [...path, name];
    const message = `${formatSettingPath(place)} ${says}`;
    return [{ code: "SettingConflict", message, path: place, part: "key" }];
  };
  if (!has("secret") && !has("file")) {
    const message = `${formatSettingPath(path)} names no kubeconfig: set secret or file`;
    return [{ code: "SettingMissing", message, path, part: "value" }];
  }
  if (has("secret") && has("file")) {
    return conflict("file", "cannot be combined with secret: remove one");
  }
  return [
    ...(has("exec") && !has("file")
      ? conflict("exec", "is only for files: a kubeconfig in a Secret never starts programs")
      : []),
    ...(has("key") && !has("secret") ? conflict("key", "is only for a Secret: remove it") : []),
  ];
}

function unitFaults(unit: WrittenUnit, names: ReadonlyMap<string, number>): readonly SettingFault[] {
  const name = clusterNameOf(unit.value);
  if (name === "") {
    return [];
  }
  const path = unit.placeOf(["cluster"]);
  if (!names.has(name)) {
    const known = [...names.keys(), home];
    const message = `${formatSettingPath(path)}: there is no cluster ${JSON.stringify(truncateWord(name))}${didYouMean(name, known) || ": add it to clusters"}`;
    return [{ code: "SettingInvalid", message, path, part: "value" }];
  }
  if (field(unit.value, "namespace") !== undefined) {
    return [];
  }
  const message = `units[${unit.index}] has no namespace, which it needs in cluster ${name}: set it, here or in defaults`;
  return [{ code: "SettingMissing", message, path: ["units", unit.index], part: "value" }];
}
