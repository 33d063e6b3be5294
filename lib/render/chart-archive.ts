import { gunzipSync } from "node:zlib";

/** A file of an archive, by its path within the chart: `templates/web.yaml`. */
export interface ArchivedFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** Bytes of an unpacked chart, as in Helm: of a larger one `helm` reports more than we do. */
const largestChart = 100 * 2 ** 20;

/** Bytes of a tar header, and the multiple to which every file is padded. */
const block = 512;

/**
 * Returns the regular files of a chart's archive (`*.tgz`). None if it is damaged or too large: rendering it
 * fails, and says why.
 */
export function filesOfArchive(archive: Uint8Array): readonly ArchivedFile[] {
  const files = entriesOfArchive(archive) ?? [];
  return files.map(({ path, content }) => ({ path: withoutChart(path), content }));
}

/** Returns the regular files with their whole paths; undefined if the archive is damaged or too large. */
export function entriesOfArchive(archive: Uint8Array): readonly ArchivedFile[] | undefined {
  let tar: Buffer;
  try {
    tar = gunzipSync(archive, { maxOutputLength: largestChart });
  } catch {
    return undefined;
  }
  const files: ArchivedFile[] = [];
  let at = 0;
  while (at + block <= tar.length) {
    const size = Number.parseInt(text(tar, at + 124, 12), 8);
    if (!Number.isSafeInteger(size) || size < 0) {
      break;
    }
    const start = at + block;
    if (["0", ""].includes(text(tar, at + 156, 1))) {
      files.push({ path: nameAt(tar, at), content: tar.subarray(start, start + size) });
    }
    at = start + Math.ceil(size / block) * block;
  }
  return files;
}

/** Returns the name of an entry, after the prefix that longer names have. */
function nameAt(tar: Buffer, at: number): string {
  const prefix = text(tar, at + 257, 5) === "ustar" ? text(tar, at + 345, 155) : "";
  return `${prefix === "" ? "" : `${prefix}/`}${text(tar, at, 100)}`;
}

function text(tar: Buffer, at: number, length: number): string {
  const field = tar.toString("utf8", at, at + length);
  return field.split("\0", 1).join("").trim();
}

/** Removes the folder that everything in the archive is in, named as the chart. */
function withoutChart(path: string): string {
  return path.replace(/^(?:\.\/)?[^/]+\//, "");
}
