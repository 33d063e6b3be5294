import type { Renderable } from "./renderable.ts";

/** A file that a renderer reads, and that may be encrypted. */
export interface MaybeEncrypted {
  /**
   * The absolute path; of a file that an option names, as it was given; of a file in an archive, its path
   * there below that of the archive.
   */
  readonly path: string;
  readonly content: Uint8Array;
}

/**
 * Decrypts a file for a renderer of a chart or kustomization. Undefined for a file to be read as it is;
 * `refused` if nothing may be rendered.
 */
export type FileDecrypter = (
  file: MaybeEncrypted,
  of: Pick<Renderable, "type" | "path" | "name" | "realPath" | "added">,
) => Promise<Uint8Array | "refused" | undefined>;

/** Every file that SOPS has encrypted contains it. */
const mark = "ENC[AES256_GCM,";

/** Reports whether a file may be encrypted. Complexity: O(length). */
export function hasEncryptedMark(content: Uint8Array): boolean {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(mark);
}

/** The mark as it is inside of a longer text in base64: at each of three offsets. */
const encodedMarks = [0, 1, 2].map((offset) => {
  const encoded = Buffer.from(" ".repeat(offset) + mark).toString("base64");
  // The characters that depend on the bytes around it.
  return encoded.slice(offset === 0 ? 0 : offset + 1, encoded.endsWith("=") ? -4 : undefined);
});

/**
 * Reports whether a text has an encrypted file in base64, which kustomize breaks into lines. Complexity:
 * O(length).
 */
export function hasEncodedMark(text: string): boolean {
  const joined = text.replaceAll(/\n */g, "");
  return encodedMarks.some((each) => joined.includes(each));
}
