import { GitError } from "../model/git-repository.ts";

/**
 * Returns a private key in the form that ssh accepts: with the line breaks that it insists on, which many
 * Secrets lack. Throws a GitError of the fault `local` that names the file for what ssh would only call
 * invalid.
 */
export function sshIdentity(text: string, path: string): string {
  const key = `${text.replaceAll(/\r\n?/g, "\n").trim()}\n`;
  const fault = faultOf(key);
  if (fault !== undefined) {
    throw new GitError("local", `${JSON.stringify(path)} ${fault}`);
  }
  return key;
}

const withoutPassphrase =
  "and nobody is there to type it: ssh-keygen -p -N '' removes it from a copy of the key";

function faultOf(key: string): string | undefined {
  if (/^(?:ssh-|ecdsa-|sk-)\S+ AAAA/.test(key)) {
    return "holds a public key: the private one is needed, which has no .pub in its name";
  }
  if (key.startsWith("PuTTY-User-Key-File")) {
    return "holds a key of PuTTY: puttygen KEY -O private-openssh -o NEW turns it into one for ssh";
  }
  const [, kind = "", body = ""] = /^-----BEGIN ([A-Z ]*)PRIVATE KEY-----\n(.*)\n-----END /s.exec(key) ?? [];
  if (body === "") {
    return "holds no private key of ssh: it begins with -----BEGIN … PRIVATE KEY-----";
  }
  const isLocked = kind.startsWith("ENCRYPTED") || body.includes("ENCRYPTED") || isLockedOpenssh(kind, body);
  return isLocked ? `holds a key with a passphrase, ${withoutPassphrase}` : undefined;
}

/**
 * The header of OpenSSH's own key format (PROTOCOL.key in its sources): the magic, then the cipher as a
 * string with its length in four bytes.
 */
const magic = "openssh-key-v1\0";

function isLockedOpenssh(kind: string, body: string): boolean {
  const bytes = Buffer.from(body, "base64").toString("latin1");
  return kind.startsWith("OPENSSH") && bytes.startsWith(magic) && !bytes.startsWith("none", magic.length + 4);
}
