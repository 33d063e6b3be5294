import { armor, Decrypter } from "age-encryption";

import { count, listWords, truncate } from "../object/message-text.ts";
import type { AgeKeys } from "./age-keys.ts";
import type { KeyPlugins } from "./plugin/key-plugins.ts";
import type { AgeKey, Recipients, ServiceKey } from "./recipients.ts";

/** The key of one file, or why there is none. */
export type DataKey =
  | { readonly key: Uint8Array }
  | {
      readonly code: "SopsKeyMissing" | "SopsKeyInvalid" | "SopsPluginFailed";
      readonly message: string;
    };

/** The keys that are at hand: those of age, and programs for others. */
export interface KeysAtHand {
  readonly age: AgeKeys;
  readonly plugins: KeyPlugins | undefined;
}

/** The reason that a recipient was tried in vain. */
interface VainAttempt {
  readonly reason: string;
  /** Whether a plugin was run. */
  readonly hasFailed: boolean;
}

/** Bytes of a key of AES-256. */
const keyLength = 32;

/**
 * Decrypts the data key of a file by the first of its recipients that one of the keys belongs to: age first,
 * then other services in their order. Throws the reason of an abort of the plugins.
 */
export async function decryptDataKey(recipients: Recipients, keys: KeysAtHand): Promise<DataKey> {
  const { ageKeys, serviceKeys } = recipients;
  const vain: VainAttempt[] = [];
  if (ageKeys.length > 0 || serviceKeys.length === 0) {
    const byAge = await tryAge(ageKeys, keys.age);
    if (!("reason" in byAge)) {
      return byAge;
    }
    vain.push(byAge);
  }
  for (const each of serviceKeys) {
    const attempt = await tryService(each, keys.plugins);
    if ("key" in attempt) {
      return attempt;
    }
    vain.push(attempt);
  }
  return missing(recipients, keys, vain);
}

function missing(recipients: Recipients, keys: KeysAtHand, vain: readonly VainAttempt[]): DataKey {
  const reasons = [...new Set(vain.map(({ reason }) => reason))];
  const facts = `is encrypted for ${recipientsOf(recipients)}, and ${listWords(reasons, "and")}`;
  return {
    code: vain.some(({ hasFailed }) => hasFailed) ? "SopsPluginFailed" : "SopsKeyMissing",
    message: `${facts}: ${remedyFor(recipients, keys)}`,
  };
}

function remedyFor({ ageKeys, serviceKeys }: Recipients, { age, plugins }: KeysAtHand): string {
  const hasNoKey = "identities" in age && age.identities.length === 0;
  const needed = serviceKeys.find(({ type }) => plugins?.programFor(type) === undefined);
  const flags = [
    ...(ageKeys.length > 0 && hasNoKey ? ["--sops-age-key-file", "SOPS_AGE_KEY_FILE"] : []),
    ...(needed === undefined ? [] : [`--sops-plugin ${needed.type}=PROGRAM`]),
  ];
  return flags.length > 0
    ? `set ${listWords(flags, "or")}, or for a unit of sync \`decryption\``
    : "add the key of one of these recipients, or add yours with `sops rotate --add-age`";
}

async function tryService(
  serviceKey: ServiceKey,
  plugins: KeyPlugins | undefined,
): Promise<VainAttempt | { readonly key: Uint8Array }> {
  const program = plugins?.programFor(serviceKey.type);
  if (plugins === undefined || program === undefined) {
    return { reason: `no plugin for ${serviceKey.type} is given`, hasFailed: false };
  }
  const answer = await plugins.decrypt(serviceKey);
  return "key" in answer
    ? answer
    : { reason: `${program} for ${serviceKey.name} ${answer.fault}`, hasFailed: true };
}

async function tryAge(ageKeys: readonly AgeKey[], keys: AgeKeys): Promise<VainAttempt | DataKey> {
  if ("fault" in keys) {
    return { code: "SopsKeyInvalid", message: `is encrypted, and ${keys.fault}` };
  }
  const { identities, origins } = keys;
  if (identities.length === 0) {
    return { reason: "no age key is given", hasFailed: false };
  }
  const decrypter = new Decrypter();
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      const message = `is encrypted, and a key of ${origins.join(", ")} is not a valid age key: it may be cut off`;
      return { code: "SopsKeyInvalid", message };
    }
  }
  for (const { armored } of ageKeys) {
    const key = await unwrap(armored, decrypter);
    if (key?.length === keyLength) {
      return { key };
    }
  }
  return {
    reason: `${count(identities.length, "age key")} in ${origins.join(", ")} cannot decrypt it`,
    hasFailed: false,
  };
}

async function unwrap(armored: string, decrypter: Decrypter): Promise<Uint8Array | undefined> {
  try {
    return await decrypter.decrypt(armor.decode(armored), "uint8array");
  } catch {
    return undefined;
  }
}

/** Characters of a recipient of X25519; those after quantum computers have 2000. */
const longestRecipient = 62;

/** The most that a message names. */
const mostNamed = 3;

function recipientsOf({ ageKeys, serviceKeys }: Recipients): string {
  const names = [
    ...ageKeys.map(({ recipient }) => truncate(recipient, longestRecipient)),
    ...serviceKeys.map(({ name }) => name),
  ];
  const more = names.length - mostNamed;
  return (
    listWords(more > 0 ? [...names.slice(0, mostNamed), `${more} more`] : names, "and") || "no recipient"
  );
}
