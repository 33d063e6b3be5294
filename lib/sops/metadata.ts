import { field, isObject, type JsonObject, type JsonValue, stringField } from "../object/json.ts";
import { compileRe2 } from "../object/re2.ts";
import { invalidMetadata, type MetadataFault, type Recipients, recipientsIn } from "./recipients.ts";

/** The part of the metadata of a file that decryption needs. */
export interface SopsMetadata {
  readonly recipients: Recipients;
  readonly mac: string;
  readonly lastModified: string;
  readonly macOnlyEncrypted: boolean;
  readonly rule: EncryptionRule;
}

/**
 * Reports whether values at a path (its keys, without indexes of lists) are encrypted; undefined if comments
 * decide that: then encrypted values are recognized by their form.
 */
export type EncryptionRule = (keys: readonly string[]) => boolean | undefined;

/** Reads the value of the key `sops` of a file. */
export function readMetadata(value: JsonValue | undefined): SopsMetadata | MetadataFault {
  if (!isObject(value)) {
    return invalidMetadata("has metadata that is not a mapping");
  }
  const mac = stringField(value, "mac") ?? "";
  const lastModified = rfc3339(stringField(value, "lastmodified") ?? "");
  if (mac === "" || lastModified === undefined) {
    return invalidMetadata("has metadata without a valid `mac` and `lastmodified`");
  }
  const recipients = recipientsIn(value);
  const rule = ruleOf(value);
  if ("message" in recipients) {
    return recipients;
  }
  return "message" in rule
    ? rule
    : {
        recipients,
        mac,
        lastModified,
        macOnlyEncrypted: isSet(value, "mac_only_encrypted"),
        rule: rule.rule,
      };
}

/** SOPS formats the time again, without fractions of a second. */
function rfc3339(text: string): string | undefined {
  const [, seconds, zone = ""] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  return seconds === undefined ? undefined : `${seconds}${zone === "+00:00" ? "Z" : zone}`;
}

function isSet(value: JsonObject, name: string): boolean {
  return [true, "true", "True", "1", 1].some((yes) => yes === field(value, name));
}

const ruleNames = [
  "unencrypted_suffix",
  "encrypted_suffix",
  "unencrypted_regex",
  "encrypted_regex",
  "unencrypted_comment_regex",
  "encrypted_comment_regex",
] as const;

/** Without a rule, values of keys that end so are not encrypted. */
const usualSuffix = "_unencrypted";

function ruleOf(value: JsonObject): { readonly rule: EncryptionRule } | MetadataFault {
  const [first, second] = ruleNames.filter((name) => (stringField(value, name) ?? "") !== "");
  if (second !== undefined) {
    return invalidMetadata(`has metadata with both \`${first ?? ""}\` and \`${second}\``);
  }
  const name = first ?? "unencrypted_suffix";
  return { rule: rules[name](stringField(value, name) ?? usualSuffix) };
}

/** Rules by their field. */
const rules: Readonly<Record<(typeof ruleNames)[number], (text: string) => EncryptionRule>> = {
  unencrypted_suffix: (text) => anyKey((key) => key.endsWith(text), false),
  encrypted_suffix: (text) => anyKey((key) => key.endsWith(text), true),
  unencrypted_regex: (text) => anyKey(matcher(text), false),
  encrypted_regex: (text) => anyKey(matcher(text), true),
  unencrypted_comment_regex: () => () => undefined,
  encrypted_comment_regex: () => () => undefined,
};

/** A pattern that Go cannot compile matches nothing. */
function matcher(text: string): (key: string) => boolean {
  const pattern = compileRe2(text);
  return "fault" in pattern ? () => false : pattern.test;
}

function anyKey(isNamed: (key: string) => boolean, ifNamed: boolean): EncryptionRule {
  return (keys) => (keys.some((key) => isNamed(key)) ? ifNamed : !ifNamed);
}
