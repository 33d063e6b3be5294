import { gunzipSync, gzipSync } from "node:zlib";

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
  const tar = unpacked(archive);
  return tar && membersOf(tar).flatMap((member) => (member.isFile ? [fileOf(tar, member)] : []));
}

/**
 * Returns a chart's archive with other contents of its regular files: `replace` returns undefined for a file
 * that stays. Returns the same archive if all stay, and if it is damaged or too large.
 */
export function replaceInArchive(
  archive: Uint8Array,
  replace: (file: ArchivedFile) => Uint8Array | undefined,
): Uint8Array {
  const tar = unpacked(archive);
  const parts: Uint8Array[] = [];
  let kept = 0;
  if (tar === undefined) {
    return archive;
  }
  for (const member of membersOf(tar)) {
    const { path, content } = fileOf(tar, member);
    const replaced = member.isFile ? replace({ path: withoutChart(path), content }) : undefined;
    if (replaced !== undefined) {
      parts.push(tar.subarray(kept, member.at), headerFor(tar, member.at, replaced.length), replaced);
      parts.push(Buffer.alloc(padded(replaced.length) - replaced.length));
      kept = member.end;
    }
  }
  return parts.length === 0 ? archive : gzipSync(Buffer.concat([...parts, tar.subarray(kept)]), { level: 1 });
}

function unpacked(archive: Uint8Array): Buffer | undefined {
  try {
    return gunzipSync(archive, { maxOutputLength: largestChart });
  } catch {
    return undefined;
  }
}

/** A member of a tar archive, by the offsets of its header, its content and what follows. */
interface Member {
  readonly at: number;
  readonly size: number;
  readonly end: number;
  readonly isFile: boolean;
}

function membersOf(tar: Buffer): readonly Member[] {
  const members: Member[] = [];
  let at = 0;
  while (at + block <= tar.length) {
    const size = Number.parseInt(text(tar, at + 124, 12), 8);
    if (!Number.isSafeInteger(size) || size < 0) {
      break;
    }
    const end = at + block + padded(size);
    members.push({ at, size, end, isFile: ["0", ""].includes(text(tar, at + 156, 1)) });
    at = end;
  }
  return members;
}

function fileOf(tar: Buffer, { at, size }: Member): ArchivedFile {
  return { path: nameAt(tar, at), content: tar.subarray(at + block, at + block + size) };
}

function padded(size: number): number {
  return Math.ceil(size / block) * block;
}

/** Returns the header of a member for a content of another size. */
function headerFor(tar: Buffer, at: number, size: number): Buffer {
  const header = Buffer.from(tar.subarray(at, at + block));
  header.write(`${size.toString(8).padStart(11, "0")}\0`, 124, "latin1");
  // The checksum counts itself as spaces.
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
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
