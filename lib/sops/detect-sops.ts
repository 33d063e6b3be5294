/** A key `sops` at the beginning of a line or after a bracket or comma: that of the metadata. */
const metadataKey = /(?:^|[{,\n])[ \t]*["']?sops["']?[ \t]*:/;

/** The custom resource of the SOPS operator, which decrypts it in the cluster. */
const operatorKind = /(?:^|[{,\n])[ \t]*["']?kind["']?[ \t]*:[ \t]*["']?SopsSecret\b/;

/**
 * Reports whether a text may be a file encrypted by SOPS: the MAC in the metadata of such a file is encrypted
 * even if nothing else is. A `SopsSecret` is to be applied as it is. Complexity: O(length).
 */
export function mayBeEncrypted(text: string): boolean {
  return text.includes("ENC[AES256_GCM,") && metadataKey.test(text) && !operatorKind.test(text);
}
