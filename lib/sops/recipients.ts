import { entries, field, isObject, type JsonObject, type JsonValue, stringField } from "../object/json.ts";
import { count, truncateWord } from "../object/message-text.ts";

/** The data key of a file, encrypted for one age recipient. */
export interface AgeKey {
  readonly recipient: string;
  readonly armored: string;
}

/** The key services besides age, by their field in the metadata. */
export type ServiceType = "pgp" | "kms" | "gcp_kms" | "azure_kv" | "hc_vault" | "hckms";

/** The data key of a file, encrypted by another key service. */
export interface ServiceKey {
  readonly type: ServiceType;
  /** The service and the key, for messages: `PGP 85D77543B3D6`. */
  readonly name: string;
  /** The entry of the metadata as it is. */
  readonly entry: JsonObject;
}

/** The data key of a file, encrypted for each of its recipients. */
export interface Recipients {
  readonly ageKeys: readonly AgeKey[];
  readonly serviceKeys: readonly ServiceKey[];
}

/** The reason that a file cannot be decrypted: it is damaged, or only not supported. */
export interface MetadataFault {
  readonly code: "SopsInvalid" | "SopsUnsupported";
  readonly message: string;
}

/** Each needs a calculation per key, or a run of a plugin; real files have a few. */
const mostRecipients = 100;
const mostServiceKeys = 20;
const longestArmored = 65_536;

/** The services with the words for them, and the field that names the key. */
const services: Readonly<Record<ServiceType, readonly [service: string, name: string]>> = {
  pgp: ["PGP", "fp"],
  kms: ["AWS KMS", "arn"],
  gcp_kms: ["GCP KMS", "resource_id"],
  azure_kv: ["Azure Key Vault", "name"],
  hc_vault: ["HashiCorp Vault", "key_name"],
  hckms: ["HuaweiCloud KMS", "key_id"],
};

/** The key services besides age, in the order in which they are tried. */
export const serviceTypes: readonly ServiceType[] = [
  "pgp",
  "kms",
  "gcp_kms",
  "azure_kv",
  "hc_vault",
  "hckms",
];

/** Reads the recipients in the metadata of a file, or in its only key group. */
export function recipientsIn(value: JsonObject): Recipients | MetadataFault {
  const groups = entries(field(value, "key_groups"));
  const hasOwn = ["age", ...serviceTypes].some((list) => entries(field(value, list)).length > 0);
  if (!hasOwn && groups.length > 1) {
    const message = `has a data key that is split into ${groups.length} key groups, which is not supported: encrypt the file for one group of recipients`;
    return { code: "SopsUnsupported", message };
  }
  const group = hasOwn ? value : groups[0];
  const listed = entries(field(group, "age"));
  const serviceKeys = serviceKeysIn(group);
  if (listed.length + serviceKeys.length === 0) {
    return invalidMetadata("has metadata without recipients");
  }
  if (listed.length > mostRecipients || serviceKeys.length > mostServiceKeys) {
    const [found, most] =
      listed.length > mostRecipients
        ? [count(listed.length, "age recipient"), mostRecipients]
        : [`${serviceKeys.length} recipients of other services`, mostServiceKeys];
    return invalidMetadata(`has ${found}, more than ${most}`);
  }
  return { ageKeys: listed.flatMap(ageKeyOf), serviceKeys };
}

function ageKeyOf(entry: JsonValue): readonly AgeKey[] {
  const armored = stringField(entry, "enc") ?? "";
  return armored === "" || armored.length > longestArmored
    ? []
    : [{ recipient: stringField(entry, "recipient") ?? "unknown", armored }];
}

function serviceKeysIn(group: JsonValue | undefined): readonly ServiceKey[] {
  return serviceTypes.flatMap((type) => {
    const [service, name] = services[type];
    return entries(field(group, type)).flatMap((entry) =>
      isObject(entry)
        ? [{ type, name: `${service} ${truncateWord(stringField(entry, name) ?? "key")}`, entry }]
        : [],
    );
  });
}

/** Returns the fault of metadata that `sops` does not write. */
export function invalidMetadata(fact: string): MetadataFault {
  return { code: "SopsInvalid", message: `${fact}: encrypt the file again with \`sops encrypt\`` };
}
