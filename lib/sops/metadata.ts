import { entries, field, isObject, type JsonObject, type JsonValue, stringField } from "../object/json.ts";
import { compileRe2 } from "../object/re2.ts";
import { count, listWords, truncateWord } from "../object/message-text.ts";

/** The part of the metadata of a file that decryption needs. */
export interface SopsMetadata {
  /** The data key, encrypted for each recipient. */
  readonly ageKeys: readonly AgeKey[];
  readonly mac: string;
  readonly lastModified: string;
  readonly macOnlyEncrypted: boolean;
  readonly rule: EncryptionRule;
}

/** The data key of a file, encrypted for one recipient. */
export interface AgeKey {
  readonly recipient: string;
  readonly armored: string;
}

/**
 * Reports whether values at a path (its keys, without indexes of lists) are encrypted; undefined if comments
 * decide that: then encrypted values are recognized by their form.
 */
export type EncryptionRule = (keys: readonly string[]) => boolean | undefined;

/** The reason that a file cannot be decrypted: it is damaged, or only not supported. */
export interface MetadataFault {
  readonly code: "SopsInvalid" | "SopsUnsupported";
  readonly message: string;
}

/** Each needs a calculation per key; real files have a few. */
const mostRecipients = 100;
const longestArmored = 65_536;

/** Reads the value of the key `sops` of a file. */
export function readMetadata(value: JsonValue | undefined): SopsMetadata | MetadataFault {
  if (!isObject(value)) {
    return invalid("has metadata that is no mapping");
  }
  const mac = stringField(value, "mac") ?? "";
  const lastModified = rfc3339(stringField(value, "lastmodified") ?? "");
  if (mac === "" || lastModified === undefined) {
    return invalid("has metadata without a valid `mac` and `lastmodified`");
  }
  const keys = ageKeysIn(value);
  const rule = ruleOf(value);
  if ("message" in keys) {
    return keys;
  }
  return "message" in rule
    ? rule
    : {
        ageKeys: keys.ageKeys,
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

function invalid(fact: string): MetadataFault {
  return { code: "SopsInvalid", message: `${fact}: encrypt the file again with \`sops encrypt\`` };
}

/** Other key services, by their field, and the field that names the key. */
const services: readonly (readonly [list: string, service: string, name: string])[] = [
  ["pgp", "PGP", "fp"],
  ["kms", "AWS KMS", "arn"],
  ["gcp_kms", "GCP KMS", "resource_id"],
  ["azure_kv", "Azure Key Vault", "name"],
  ["hc_vault", "HashiCorp Vault", "key_name"],
  ["hckms", "HuaweiCloud KMS", "key_id"],
];

function ageKeysIn(value: JsonObject): { readonly ageKeys: readonly AgeKey[] } | MetadataFault {
  const groups = entries(field(value, "key_groups"));
  const hasOwn = ["age", ...services.map(([list]) => list)].some(
    (list) => entries(field(value, list)).length > 0,
  );
  if (!hasOwn && groups.length > 1) {
    const message = `has a data key that is split into ${groups.length} key groups, which is not supported: encrypt the file for one group of age recipients`;
    return { code: "SopsUnsupported", message };
  }
  const group = hasOwn ? value : groups[0];
  const listed = entries(field(group, "age"));
  if (listed.length === 0) {
    return otherServices(group);
  }
  if (listed.length > mostRecipients) {
    return invalid(`has ${count(listed.length, "age recipient")}, more than ${mostRecipients}`);
  }
  return {
    ageKeys: listed.flatMap((each) => {
      const armored = stringField(each, "enc") ?? "";
      return armored === "" || armored.length > longestArmored
        ? []
        : [{ recipient: stringField(each, "recipient") ?? "unknown", armored }];
    }),
  };
}

function otherServices(group: JsonValue | undefined): MetadataFault {
  const found = services.flatMap(([list, service, name]) =>
    entries(field(group, list)).map((each) => `${service} ${truncateWord(stringField(each, name) ?? "key")}`),
  );
  return found.length === 0
    ? invalid("has metadata without recipients")
    : {
        code: "SopsUnsupported",
        message: `is encrypted for ${listWords(found.slice(0, 5), "and")}, but only age is supported: add an age recipient with \`sops rotate --add-age\``,
      };
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
    return invalid(`has metadata with both \`${first ?? ""}\` and \`${second}\``);
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
