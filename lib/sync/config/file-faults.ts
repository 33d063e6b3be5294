import { field, type JsonObject, indexedList, type Path, stringField } from "../../object/json.ts";
import { didYouMean } from "../../object/diagnostic/suggestion.ts";
import { truncateWord } from "../../object/message-text.ts";
import { formatSettingPath, type SettingFault } from "../../settings/settings-document.ts";
import { rolloutFaults } from "./rollout-faults.ts";
import { findUnitCycle, unitFaults } from "./unit-faults.ts";
import { clusterNameOf } from "./unit-clusters.ts";
import type { WrittenUnit } from "./raw-unit.ts";

/**
 * Returns the faults of a file that its schema accepts: those of units by themselves and among each other,
 * and those of references to them.
 */
export function fileFaults(file: JsonObject, units: readonly WrittenUnit[]): readonly SettingFault[] {
  const faults = [
    ...units.flatMap(unitFaults),
    ...nameFaults(units),
    ...releaseFaults(units),
    ...dependencyFaults(units),
    ...rolloutFaults(file, units),
    ...notificationFaults(file, units),
  ];
  // A fault in `defaults` is found with every unit.
  const seen = new Set<string>();
  return faults.filter(({ path, message }) => {
    const place = JSON.stringify([path, message]);
    const isNew = !seen.has(place);
    seen.add(place);
    return isNew;
  });
}

/** Returns the units with a key that must be unique: each after the first, with the first. */
function doubles(
  units: readonly WrittenUnit[],
  keyOf: (unit: WrittenUnit) => string,
): readonly (readonly [WrittenUnit, WrittenUnit])[] {
  const groups = Map.groupBy(units, keyOf).values();
  return [...groups].flatMap(([first, ...rest]) =>
    first === undefined ? [] : rest.map((unit) => [first, unit] as const),
  );
}

function nameFaults(units: readonly WrittenUnit[]): readonly SettingFault[] {
  return doubles(units, ({ name }) => name).map(([first, unit]) => ({
    code: "SettingConflict",
    message: `two units are named ${unit.name}: rename one`,
    path: ["units", unit.index, "name"],
    part: "value",
    related: [{ message: "the other one", path: ["units", first.index, "name"] }],
  }));
}

function releaseOf({ name, value }: WrittenUnit): string {
  return stringField(value, "release") ?? name;
}

function namespaceOf({ value }: WrittenUnit): string {
  return stringField(value, "namespace") ?? "";
}

/** Units of the same name are already reported. */
function releaseFaults(units: readonly WrittenUnit[]): readonly SettingFault[] {
  return doubles(units, (unit) => `${clusterNameOf(unit.value)}/${namespaceOf(unit)}/${releaseOf(unit)}`)
    .filter(([first, unit]) => first.name !== unit.name)
    .map(([first, unit]) => ({
      code: "SettingConflict",
      message: `units ${first.name} and ${unit.name} have the same release, ${releaseOf(unit)}${inNamespace(unit)}, and would delete each other's objects: give one another release`,
      path: unit.placeOf(field(unit.value, "release") === undefined ? ["name"] : ["release"]),
      part: "value",
      related: [{ message: `unit ${first.name}`, path: ["units", first.index, "name"] }],
    }));
}

function inNamespace(unit: WrittenUnit): string {
  const namespace = namespaceOf(unit);
  return namespace === "" ? "" : ` in namespace ${namespace}`;
}

function dependencyFaults(units: readonly WrittenUnit[]): readonly SettingFault[] {
  const names = units.map(({ name }) => name);
  const unknown = units.flatMap((unit) =>
    unknownUnits(unit.value, { list: "dependsOn", at: unit.placeOf(["dependsOn"]), names }),
  );
  const cycle = findUnitCycle(units);
  const [first] = cycle;
  return first === undefined
    ? unknown
    : [
        ...unknown,
        {
          code: "SettingConflict",
          message:
            cycle.length === 1
              ? `unit ${first.name} depends on itself: remove the dependency`
              : `units depend on each other in a cycle: ${[...cycle, first].map(({ name }) => name).join(" → ")}; remove one of the dependencies`,
          path: first.placeOf(["dependsOn"]),
          part: "value",
          related: cycle
            .slice(1)
            .map((unit) => ({ message: `unit ${unit.name}`, path: unit.placeOf(["dependsOn"]) })),
        },
      ];
}

function notificationFaults(file: JsonObject, units: readonly WrittenUnit[]): readonly SettingFault[] {
  const names = units.map(({ name }) => name);
  return indexedList(file, "notifications").flatMap(([index, notification]) =>
    unknownUnits(notification, { list: "units", at: ["notifications", index, "units"], names }),
  );
}

interface Naming {
  /** The field that names units. */
  readonly list: string;
  readonly at: Path;
  /** The names of existing units. */
  readonly names: readonly string[];
}

function unknownUnits(
  value: WrittenUnit["value"][string] | undefined,
  { list, at, names }: Naming,
): readonly SettingFault[] {
  return indexedList(value, list).flatMap(([index, name]): readonly SettingFault[] => {
    const word = typeof name === "string" ? name : "";
    if (names.includes(word)) {
      return [];
    }
    const path = [...at, index];
    const message = `${formatSettingPath(path)}: there is no unit ${JSON.stringify(truncateWord(word))}${didYouMean(word, names) || ": use one of this file"}`;
    return [{ code: "SettingInvalid", message, path, part: "value" }];
  });
}
