import { replaceInArchive } from "../chart-archive.ts";
import { hasEncryptedMark, type MaybeEncrypted } from "../encrypted-files.ts";
import { CallError, errno } from "./errno.ts";
import type { FileFacts, ListedFile, ReadableFiles } from "./rooted-files.ts";

/** Returns the decrypted content of a file; undefined for a file to be read as it is. */
export type Decrypt = (file: MaybeEncrypted) => Uint8Array | "refused" | undefined;

/** Files of which the encrypted ones are read decrypted, also those in archives of charts. */
export class DecryptedFiles implements ReadableFiles {
  readonly #below: ReadableFiles;
  readonly #decrypt: Decrypt;
  readonly #isOpened: (path: string) => boolean;

  /** `isOpened` reports whether files in an archive are decrypted. */
  constructor(below: ReadableFiles, decrypt: Decrypt, isOpened: (path: string) => boolean = () => false) {
    this.#below = below;
    this.#decrypt = decrypt;
    this.#isOpened = isOpened;
  }

  /** The first path outside of the root that was requested. */
  get outside(): string | undefined {
    return this.#below.outside;
  }

  /** Returns the facts about a file, as it is on disk; about the link itself unless `follow`. */
  facts(path: string, follow: boolean): FileFacts {
    return this.#below.facts(path, follow);
  }

  /** Reads a file. Throws a {@link CallError} if it cannot be decrypted. */
  read(path: string): Uint8Array {
    const content = this.#below.read(path);
    return this.#isOpened(path)
      ? replaceInArchive(content, (file) =>
          hasEncryptedMark(file.content)
            ? decrypted({ path: `${path}/${file.path}`, content: file.content }, this.#decrypt)
            : undefined,
        )
      : decrypted({ path, content }, this.#decrypt);
  }

  /** Lists a folder. */
  list(path: string): readonly ListedFile[] {
    return this.#below.list(path);
  }

  /** Returns the target of a link, as it is written. */
  target(path: string): string {
    return this.#below.target(path);
  }
}

/** Decrypts the content of a file if it is encrypted. Throws a {@link CallError} if it is refused. */
export function decrypted(file: MaybeEncrypted, decrypt: Decrypt): Uint8Array {
  const found = hasEncryptedMark(file.content) ? decrypt(file) : undefined;
  if (found === "refused") {
    throw new CallError(errno.accessDenied);
  }
  return found ?? file.content;
}
