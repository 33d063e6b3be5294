import { field, isObject, type Path, stringField, valueAt } from "../../object/json.ts";
import { parseDuration } from "../../object/duration.ts";
import { formatSettingPath, type SettingFault } from "../../settings/setting-fault.ts";
import { emptyRuleFaults } from "./ignored-differences.ts";
import { pathFault, refFault, signedTagFault, urlFault } from "./source-errors.ts";
import type { WrittenUnit } from "./raw-unit.ts";

/** Returns the faults of one unit that its schema does not cover. */
export function unitFaults(unit: WrittenUnit): readonly SettingFault[] {
  return [
    ...addressFaults(unit),
    ...textFaults(unit, ["source", "ref"], refFault),
    ...textFaults(unit, ["source", "path"], pathFault),
    ...verifyFaults(unit),
    ...["interval", "recheck"].flatMap((name) => textFaults(unit, [name], paceFault)),
    ...textFaults(unit, ["serviceAccount"], (account) => accountFault(unit, account)),
    ...emptyRuleFaults(unit.value, (path) => unit.placeOf(path)),
  ];
}

function addressFaults(unit: WrittenUnit): readonly SettingFault[] {
  if (valueAt(unit.value, ["source", "url"]) === undefined) {
    const path = unit.placeOf(["source"]);
    const message = `units[${unit.index}] has no source.url: say where its repository is, here or in defaults`;
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
    : "the unit has no namespace that the service account could be in: write it as namespace/name";
}

function verifyFaults(unit: WrittenUnit): readonly SettingFault[] {
  const verify = valueAt(unit.value, ["source", "verify"]);
  if (!isObject(verify)) {
    return [];
  }
  const trusts = ["openpgpKeysFile", "sshSignersFile"].some((name) => field(verify, name) !== undefined);
  const nobody = "nobody is trusted: name openpgpKeysFile, sshSignersFile or both";
  const ref = stringField(field(unit.value, "source"), "ref") ?? "";
  return [
    ...(trusts ? [] : [invalidAt(unit.placeOf(["source", "verify"]), nobody)]),
    ...textFaults(unit, ["source", "verify", "signed"], (signed) =>
      signed === "tag" ? signedTagFault(ref) : undefined,
    ),
  ];
}
