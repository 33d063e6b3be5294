import { field, indexedList, type JsonObject, type JsonValue, objectField } from "../../../object/json.ts";
import { compareText } from "../../../object/object-ref.ts";
import { compareVersions, parseVersion, type Version } from "../../../object/semver/version.ts";
import { boundText } from "../resource/update-policy.ts";
import { isMinorVersion, type DefinitionFinding, wrongValue } from "./definition-form.ts";

/** A rule of `update.versions` whose versions are readable. */
interface ReadRule {
  readonly index: number;
  readonly from: Version;
  readonly to: Version;
  /** `from 1.67 to 1.75`. */
  readonly words: string;
}

/**
 * Returns the findings in the update rules of a file of valid form. Complexity: O(rules²); the schema bounds
 * their number.
 */
export function updateFindings(file: JsonObject): readonly DefinitionFinding[] {
  const written = indexedList(objectField(file, "update"), "versions");
  const rules = written.flatMap(([index, value]) => readRule(index, value) ?? []);
  return [
    ...written.flatMap(([index, value]) =>
      ["from", "to"].flatMap((name) => numberFindings(index, name, value)),
    ),
    ...rules.flatMap(orderFindings),
    ...rules.flatMap((rule) => neighbourFindings(rule, rules)),
  ];
}

function readRule(index: number, value: JsonValue): ReadRule | undefined {
  const [first, last] = [boundText(field(value, "from")), boundText(field(value, "to"))];
  const [from, to] = [parseVersion(first), parseVersion(last)];
  return from === undefined || to === undefined
    ? undefined
    : { index, from, to, words: `from ${first} to ${last}` };
}

/** Finds numbers that are not versions: `-1`, `1e+21`. */
function numberFindings(index: number, name: string, value: JsonValue): readonly DefinitionFinding[] {
  const bound = field(value, name);
  return typeof bound === "string" || isMinorVersion(boundText(bound))
    ? []
    : [
        wrongValue(
          ["update", "versions", index, name],
          " is not a valid version of two or three numbers: write it as 1.67 or 2.0",
        ),
      ];
}

function orderFindings({ index, from, to, words }: ReadRule): readonly DefinitionFinding[] {
  const path = ["update", "versions", index];
  return compareVersions(from, to) < 0
    ? []
    : [
        {
          severity: "error",
          fault: {
            code: "SettingConflict",
            message: `update.versions[${String(index)}] leads ${words}, which is not an upgrade: start it below its end`,
            path: [...path, "from"],
            part: "value",
            related: [{ message: "where it ends", path: [...path, "to"] }],
          },
        },
      ];
}

/** Finds the first rule that this one conflicts with. */
function neighbourFindings(rule: ReadRule, rules: readonly ReadRule[]): readonly DefinitionFinding[] {
  for (const other of rules.toSorted((left, right) => compareRules(left, right))) {
    const fact = other.index === rule.index ? undefined : clash(rule, other);
    if (fact !== undefined) {
      const { index } = rule;
      return [
        {
          severity: fact.severity,
          fault: {
            code: "SettingConflict",
            message: `update.versions[${String(index)}] ${fact.text}`,
            path: ["update", "versions", index, "from"],
            part: "value",
            related: [{ message: "the other one", path: ["update", "versions", other.index, "from"] }],
          },
        },
      ];
    }
  }
  return [];
}

/** Sorts by the lowest start first, because that rule may contain the others. */
function compareRules(left: ReadRule, right: ReadRule): number {
  return (
    compareVersions(left.from, right.from) || left.index - right.index || compareText(left.words, right.words)
  );
}

/**
 * Returns the conflict of a rule with another one. It is reported for the later of two equal rules, and
 * otherwise for the one that starts higher.
 */
function clash(
  rule: ReadRule,
  other: ReadRule,
): { readonly severity: "error" | "warning"; readonly text: string } | undefined {
  const begins = compareVersions(other.from, rule.from);
  const ends = compareVersions(other.to, rule.to);
  if (begins === 0 && ends === 0) {
    return other.index < rule.index
      ? { severity: "error", text: `leads ${rule.words} again: remove it` }
      : undefined;
  }
  if (begins >= 0) {
    return undefined;
  }
  if (ends === 0) {
    return {
      severity: "warning",
      text: `leads ${rule.words}, as the rule ${other.words} already does: remove it`,
    };
  }
  const isCut = ends < 0 && compareVersions(rule.from, other.to) < 0;
  return isCut
    ? {
        severity: "warning",
        text: `leads ${rule.words}, and begins inside the rule ${other.words}: versions between ${other.from.original} and ${rule.from.original} cannot go to ${rule.to.original}; start it at ${other.from.original}`,
      }
    : undefined;
}
