/**
 * Returns what is wrong with a signature, and whose it is, for a message; undefined if the output of gpg and
 * ssh-keygen does not say.
 */
export function signatureFault(said: string): string | undefined {
  for (const { pattern, words } of faults) {
    const match = pattern.exec(said);
    if (match !== null) {
      return words(match.groups?.["key"] ?? "");
    }
  }
  return undefined;
}

interface Fault {
  readonly pattern: RegExp;
  readonly words: (key: string) => string;
}

/**
 * Lines of `gpg --status-fd` (doc/DETAILS of GnuPG), and messages of ssh-keygen; those about forgery precede
 * those about keys. Only the id of a key is ever shown: the names in keys are whatever their makers chose.
 */
const faults: readonly Fault[] = [
  fault(
    /^\[GNUPG:\] BADSIG (?<key>[0-9A-F]+) /m,
    (key) => `has a signature of ${key} that belongs to something else`,
  ),
  fault(/^\[GNUPG:\] REVKEYSIG (?<key>[0-9A-F]+) /m, (key) => `is signed by ${key}, which was revoked`),
  fault(/^\[GNUPG:\] EXPKEYSIG (?<key>[0-9A-F]+) /m, (key) => `is signed by ${key}, which has expired`),
  fault(/^\[GNUPG:\] EXPSIG (?<key>[0-9A-F]+) /m, (key) => `has a signature of ${key} that has expired`),
  fault(/^\[GNUPG:\] ERRSIG (?<key>[0-9A-F]+) /m, (key) => `is signed by ${key}, which is not trusted`),
  fault(
    /Good "git" signature[^\n]* with \S+ key (?<key>SHA256:[\w+/=]+)[^]*(?:No principal matched|expired|not yet valid)/,
    (key) => `is signed by ${key}, which is not trusted`,
  ),
  fault(
    /Good "git" signature[^\n]* with \S+ key (?<key>SHA256:[\w+/=]+)/,
    (key) => `is signed by ${key}, which is not trusted`,
  ),
  fault(
    /incorrect signature|Signature verification failed|Could not verify signature/i,
    () => "has a signature that belongs to something else",
  ),
  fault(
    /allowedSignersFile needs to be configured/,
    () => "is signed by a key of ssh, and keys of OpenPGP are trusted only",
  ),
  fault(/no signature found/i, () => "is not signed"),
];

function fault(pattern: RegExp, words: Fault["words"]): Fault {
  return { pattern, words };
}
