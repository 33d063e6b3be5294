import { field, isObject, type Path, stringField, valueAt, stringsField } from "../../object/json.ts";
import { parseDuration } from "../../object/duration.ts";
import { formatSettingPath, type SettingFault } from "../../settings/settings-document.ts";
import { emptyRuleFaults } from "./unit-fields.ts";
import { pathFault, refFault, signedTagFault, urlFault } from "./source-errors.ts";
import type { WrittenUnit } from "./raw-unit.ts";
import { adjacency, dependenciesFirst } from "../../dag/adjacency.ts";
import type { Unit } from "../unit/unit.ts";

/** Returns the faults of one unit that its schema does not cover. */
export function unitFaults(unit: WrittenUnit): readonly SettingFault[] {
  return [
    ...addressFaults(unit),
    ...textFaults(unit, ["source", "ref"], refFault),
    ...textFaults(unit, ["source", "path"], pathFault),
    ...stringsField(unit.value, "health").flatMap((_, index) =>
      textFaults(unit, ["health", index], pathFault),
    ),
    ...verifyFaults(unit),
    ...["interval", "recheck"].flatMap((name) => textFaults(unit, [name], paceFault)),
    ...textFaults(unit, ["serviceAccount"], (account) => accountFault(unit, account)),
    ...emptyRuleFaults(unit.value, (path) => unit.placeOf(path)),
  ];
}

function addressFaults(unit: WrittenUnit): readonly SettingFault[] {
  if (valueAt(unit.value, ["source", "url"]) === undefined) {
    const path = unit.placeOf(["source"]);
    const message = `units[${unit.index}] has no source.url: set the address of its repository, here or in defaults`;
    return [{ code: "SettingMissing", message, path, part: "value" }];
  }
  const allowsHttp = valueAt(unit.value, ["source", "auth", "allowHttp"]) === true;
  return textFaults(unit, ["source", "url"], (url) => urlFault(url, allowsHttp));
}

/** Returns a fault of the text at the path, located where it is specified. */
function textFaults(
  unit: WrittenUnit,
  path: Path,
  fault: (text: string) => string | undefined,
): readonly SettingFault[] {
  const value = valueAt(unit.value, path);
  const found = typeof value === "string" ? fault(value) : undefined;
  return found === undefined ? [] : [invalidAt(unit.placeOf(path), found)];
}

function invalidAt(path: Path, found: string): SettingFault {
  const message = `${formatSettingPath(path)}: ${found}`;
  return { code: "SettingInvalid", message, path, part: "value" };
}

const shortestPace = 1000;

function paceFault(text: string): string | undefined {
  return (parseDuration(text) ?? shortestPace) < shortestPace
    ? `${text} is shorter than 1s: write 1s or more`
    : undefined;
}

function accountFault({ value }: WrittenUnit, account: string): string | undefined {
  return account.includes("/") || field(value, "namespace") !== undefined
    ? undefined
    : "the namespace of the service account is unknown: write it as namespace/name";
}

function verifyFaults(unit: WrittenUnit): readonly SettingFault[] {
  const verify = valueAt(unit.value, ["source", "verify"]);
  if (!isObject(verify)) {
    return [];
  }
  const trusts = ["openpgpKeysFile", "sshSignersFile"].some((name) => field(verify, name) !== undefined);
  const nobody = "no key is trusted: set openpgpKeysFile, sshSignersFile or both";
  const ref = stringField(field(unit.value, "source"), "ref") ?? "";
  return [
    ...(trusts ? [] : [invalidAt(unit.placeOf(["source", "verify"]), nobody)]),
    ...textFaults(unit, ["source", "verify", "signed"], (signed) =>
      signed === "tag" ? signedTagFault(ref) : undefined,
    ),
  ];
}

/**
 * Returns units that wait for each other in a cycle, each for the next and the last for the first; none if
 * there is no cycle. Begins with the one that is first in the file. Complexity: O(units × what they depend
 * on).
 */
export function findUnitCycle(units: readonly WrittenUnit[]): readonly WrittenUnit[] {
  const stuck = stuckUnits(units);
  const path: WrittenUnit[] = [];
  let [at] = stuck.values();
  // Each stuck unit waits for another one: sooner or later one comes again.
  while (at !== undefined && !path.includes(at)) {
    path.push(at);
    at = nextOf(at, stuck);
  }
  const cycle = at === undefined ? [] : path.slice(path.indexOf(at));
  const firstIndex = Math.min(...cycle.map(({ index }) => index));
  const start = cycle.findIndex(({ index }) => index === firstIndex);
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}

function nextOf(unit: WrittenUnit, stuck: ReadonlyMap<string, WrittenUnit>): WrittenUnit | undefined {
  return stringsField(unit.value, "dependsOn")
    .map((name) => stuck.get(name))
    .find((next) => next !== undefined);
}

/** Returns the units on a cycle, and those that wait for one of them. */
function stuckUnits(units: readonly WrittenUnit[]): ReadonlyMap<string, WrittenUnit> {
  const named = new Map(units.map((unit) => [unit.name, unit]));
  const numbers = new Map([...named.keys()].map((name, number) => [name, number]));
  const waits = [...named.values()].flatMap(({ value }, from) =>
    stringsField(value, "dependsOn").flatMap((name) => {
      const to = numbers.get(name);
      return to === undefined ? [] : [{ from, to }];
    }),
  );
  const free = new Set(dependenciesFirst(named.size, waits, adjacency(named.size, waits, "to")));
  return new Map([...named].filter((_, number) => !free.has(number)));
}

/**
 * Returns the fault of two units with the same release: each would prune what the other applies. Undefined if
 * there are none. Two names of one kubeconfig are one cluster. `home`: the namespace of units that name none.
 */
export function doubledRelease(units: readonly Unit[], home: string): string | undefined {
  const seen = new Map<string, string>();
  for (const { name, release, namespace = home, cluster } of units) {
    const place = JSON.stringify([kubeconfigOf(cluster), namespace, release]);
    const other = seen.get(place);
    if (other !== undefined) {
      return `units ${other} and ${name} both have release ${release} in namespace ${namespace}: give one of them another release or namespace`;
    }
    seen.set(place, name);
  }
  return undefined;
}

function kubeconfigOf(cluster: Unit["cluster"]): readonly (string | undefined)[] {
  if (cluster === undefined) {
    return [];
  }
  const { kubeconfig, context } = cluster;
  return "secret" in kubeconfig
    ? ["secret", kubeconfig.secret, kubeconfig.key, context]
    : ["file", kubeconfig.file, context];
}
