import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { cacheFolder } from "../cache-folder.ts";

/** Archives of charts by their digest, in the user's folder for caches. */
export interface ChartCache {
  /** Returns an archive whose content still has that digest. */
  readonly read: (digest: string) => Buffer | undefined;
  /** Returns the file of an archive. */
  readonly fileOf: (digest: string) => string | undefined;
  /** Returns the digest of what was fetched for a pinned reference. */
  readonly recall: (reference: string) => string | undefined;
  /** Stores an archive, and what it was fetched for. A folder that cannot be written to is not a fault. */
  readonly store: (archive: Uint8Array, reference: string) => void;
}

/** Opens the cache below `$XDG_CACHE_HOME` or `~/.cache`; one that is always empty without either. */
export function openChartCache(env: Readonly<Record<string, string | undefined>>): ChartCache {
  const folder = cacheFolder(env, "charts");
  const fileOf = (digest: string): string | undefined =>
    folder && join(folder, `${digest.replace(/^sha256:/, "")}.tgz`);
  const noteOf = (reference: string): string | undefined => {
    const hash = createHash("sha256").update(reference).digest("hex");
    return folder && join(folder, "references", hash);
  };
  return {
    fileOf,
    read: (digest) => {
      const archive = readIfAny(fileOf(digest));
      return archive !== undefined && archiveDigest(archive) === digest ? archive : undefined;
    },
    recall: (reference) => {
      const text = readIfAny(noteOf(reference))?.toString("utf8") ?? "";
      return /^sha256:[0-9a-f]{64}$/.test(text) ? text : undefined;
    },
    store: (archive, reference) => {
      const digest = archiveDigest(archive);
      writeQuietly(fileOf(digest), archive);
      writeQuietly(noteOf(reference), digest);
    },
  };
}

/** Returns the digest of an archive: `sha256:…`. */
export function archiveDigest(archive: Uint8Array): string {
  return `sha256:${createHash("sha256").update(archive).digest("hex")}`;
}

function readIfAny(file: string | undefined): Buffer | undefined {
  try {
    return file === undefined ? undefined : readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Writes beside the file and renames, so that nobody reads half of it. */
function writeQuietly(file: string | undefined, content: Uint8Array | string): void {
  if (file === undefined) {
    return;
  }
  const part = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(part, content, { flag: "wx", mode: 0o600 });
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true });
  }
}
