import { type AgeKeySource, readAgeKeys } from "./age-keys.ts";
import type { KeysAtHand } from "./data-key.ts";
import type { KeyPlugins } from "./plugin/key-plugins.ts";

/** The places of keys for encrypted files. */
export interface KeySource extends AgeKeySource {
  /** Programs for recipients other than those of age; none if undefined. */
  readonly plugins?: KeyPlugins | undefined;
}

/** Reads the keys of age. A fault names the file, and never a part of its content. */
export async function readKeys(source: KeySource): Promise<KeysAtHand> {
  return { age: await readAgeKeys(source), plugins: source.plugins };
}
