import { type JsonObject, objectField, stringField } from "../../../object/json.ts";
import { truncateWord } from "../../../object/message-text.ts";
import { formatSettingPath } from "../../../settings/settings-document.ts";
import { type Constraint, parseConstraint } from "../../../object/semver/constraint.ts";
import { satisfies } from "../../../object/semver/satisfies.ts";
import { parseVersion } from "../../../object/semver/version.ts";
import { moduleRequirement } from "../requirement/requirements.ts";
import { type DefinitionFinding, oddValue, wrongValue } from "./definition-form.ts";

/** Returns the findings in the requirements of a file of valid form. */
export function requirementFindings(file: JsonObject): readonly DefinitionFinding[] {
  const requirements = objectField(file, "requirements");
  const name = stringField(file, "name") ?? "";
  return [
    ...platformFindings(requirements, "deckhouse"),
    ...platformFindings(requirements, "kubernetes"),
    ...Object.entries(objectField(requirements, "modules")).flatMap(([module, text]) =>
      typeof text === "string" ? moduleFindings(module, text, name) : [],
    ),
    ...optionalFindings(requirements),
  ];
}

function platformFindings(
  requirements: JsonObject,
  platform: "deckhouse" | "kubernetes",
): readonly DefinitionFinding[] {
  const text = stringField(requirements, platform);
  const path = ["requirements", platform];
  if (text === undefined) {
    return [];
  }
  return text.includes("!optional")
    ? [wrongValue(path, " cannot be optional, only a module can: remove !optional")]
    : constraintFindings(path, text);
}

function constraintFindings(path: readonly string[], text: string): readonly DefinitionFinding[] {
  const fault = constraintFault(text);
  if (fault !== undefined) {
    return [wrongValue(path, `: ${fault}`)];
  }
  const trap = constraintTrap(text);
  return trap === undefined ? [] : [oddValue(path, `: ${trap}`)];
}

const label = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

function moduleFindings(module: string, text: string, self: string): readonly DefinitionFinding[] {
  const path = ["requirements", "modules", module];
  if (!label.test(module)) {
    const fact = `requirements.modules: ${JSON.stringify(truncateWord(module))} is not a valid module name`;
    const remedy = "write up to 63 lower-case letters, digits and -, with a letter or digit at either end";
    const message = `${fact}: ${remedy}`;
    return [{ severity: "error", fault: { code: "SettingInvalid", message, path, part: "key" } }];
  }
  if (module === self) {
    const message = `${formatSettingPath(path)} is a requirement of the module on itself, which has no effect: remove it`;
    return [{ severity: "warning", fault: { code: "SettingInvalid", message, path, part: "key" } }];
  }
  const { constraint, isOptional } = moduleRequirement(module, text);
  return constraint === ""
    ? [wrongValue(path, ` names no version: write ">= 0.0.0${isOptional ? " !optional" : ""}" to accept any`)]
    : constraintFindings(path, constraint);
}

/** The minor version of the platform, 1.73, that introduced `!optional`. */
const optionalSince = 73;

/**
 * Warns of `!optional` if the module admits platforms before 1.73, which take it for a part of the constraint
 * and refuse the module.
 */
function optionalFindings(requirements: JsonObject): readonly DefinitionFinding[] {
  const modules = objectField(requirements, "modules");
  const first = Object.entries(modules).find(
    ([module, text]) => typeof text === "string" && moduleRequirement(module, text).isOptional,
  )?.[0];
  if (first === undefined || !admitsOlder(stringField(requirements, "deckhouse"))) {
    return [];
  }
  const message = ` is optional, which platforms before 1.73 do not support: require a later one, as in deckhouse: ">= 1.73"`;
  return [oddValue(["requirements", "modules", first], message)];
}

function admitsOlder(text: string | undefined): boolean {
  if (text === undefined) {
    return true;
  }
  const read = parseConstraint(text);
  return "constraint" in read && admitsMinor(read.constraint);
}

function admitsMinor(constraint: Constraint): boolean {
  return Array.from({ length: optionalSince }, (_, minor) => minor).some((minor) =>
    ["0", "99"].some((patch) => {
      const version = parseVersion(`1.${String(minor)}.${patch}`);
      return version !== undefined && satisfies(constraint, version);
    }),
  );
}

/** Common mistakes, each with its correction; the first match is reported. */
const slips: readonly (readonly [RegExp, string])[] = [
  [/!\s*[A-Za-z]/, 'write !optional once, at the end, as in ">= 1.2 !optional"'],
  [/==/, "write = for equal"],
  [/[≥≤≠]/, "write >=, <= or !="],
  [/[<>=!~^]\s+[<>=]/, 'write the operator in one piece, as in ">= 1.61"'],
  [/&|\band\b/i, 'write a comma for "and", as in ">= 1.61, < 2"'],
  [/(?<!\|)\|(?!\|)|\bor\b/i, 'write || for "or", as in "~1.61 || ^2.0"'],
  [/^\s*\|\||\|\|\s*\|\||\|\|\s*$/, "write a constraint on either side of ||"],
  [/^\s*,|,\s*,|,\s*(?:$|\|\|)/, "write a comparison on either side of the comma"],
  [/(?:[0-9]+\.){3}/, "a version has three numbers at most"],
  [/^\s*(?:latest|any|all)\s*$/i, 'write ">= 0.0.0" to accept any version'],
  [/^[\s<>=!~^]*$/, 'name a version, as in ">= 1.61"'],
];

const grammar =
  'write comparisons (= != > < >= <= ~ ^) with versions, as in ">= 1.61", ">= 1.61, < 2", "1.61 - 1.75" or "~1.61 || ^2.0"';

/**
 * Returns the fault of a constraint, in the wording of the Go library, with a correction; undefined if there
 * is none.
 */
function constraintFault(text: string): string | undefined {
  const read = parseConstraint(text);
  if (!("fault" in read)) {
    return undefined;
  }
  if (read.fault.includes("(max")) {
    return `${read.fault}: shorten it`;
  }
  const [fact = ""] = read.fault.split(": ");
  const remedy = slips.find(([slip]) => slip.test(text))?.[1] ?? grammar;
  return `${fact} ${JSON.stringify(truncateWord(text))}: ${remedy}`;
}

/** Returns a warning if a constraint means something other than it appears to; undefined otherwise. */
function constraintTrap(text: string): string | undefined {
  const [, from, to] = /(?:^|[\s,|])(v?[0-9]+(?:\.[0-9]+)*)-(v?[0-9]+\.[0-9]+[0-9.]*)/.exec(text) ?? [];
  return from === undefined || to === undefined
    ? undefined
    : `"${truncateWord(`${from}-${to}`)}" is pre-release ${truncateWord(to)} of version ${truncateWord(from)}, not a range: write spaces around the dash for a range`;
}
