import { ByteReader } from "../mirror/object-reader.ts";

/** An entry of a tree: a file, a symbolic link, or a commit of another repository. */
export interface TreeEntry {
  readonly path: string;
  readonly kind: "file" | "link" | "module";
  /** The id of the blob or the commit. */
  readonly id: string;
}

type UnreadableEntry = Pick<TreeEntry, "path" | "id">;

/** The entries of a tree, as far as they were read. */
export interface TreeListing {
  readonly entries: readonly TreeEntry[];
  /** Entries that cannot be named or are of an unknown kind; their paths are made readable. */
  readonly unreadable: readonly UnreadableEntry[];
  /** Whether there was more than the limits allow. */
  readonly isCut: boolean;
}

const nul = 0;

/** Bytes of one line of `git ls-tree`: no file system has longer paths. */
const longestLine = 8192;

const kinds: ReadonlyMap<string, TreeEntry["kind"]> = new Map([
  ["100644", "file"],
  ["100755", "file"],
  // Written by the git of 2005.
  ["100664", "file"],
  ["120000", "link"],
  ["160000", "module"],
]);

/**
 * Parses the output of `git ls-tree -r -t -z`: `<mode> <type> <id><tab><path>` followed by a NUL. Reads at
 * most that many lines, folders included: a few small trees that contain each other many times over name more
 * files than there are atoms. Throws a BrokenMirror if the output ends too early, and an EndlessLine for a
 * path that no file system has.
 */
export async function readListing(
  output: AsyncIterable<Uint8Array>,
  most: { readonly files: number; readonly lines: number },
): Promise<TreeListing> {
  const reader = new ByteReader(output);
  const entries: TreeEntry[] = [];
  const unreadable: UnreadableEntry[] = [];
  for (let lines = 0; ; lines += 1) {
    const line = await reader.upTo(nul, longestLine);
    if (line === undefined) {
      return { entries, unreadable, isCut: false };
    }
    const entry = parseLine(line);
    if (entry !== undefined && "kind" in entry) {
      entries.push(entry);
    } else if (entry !== undefined) {
      unreadable.push(entry);
    }
    if (lines >= most.lines || entries.length + unreadable.length > most.files) {
      return { entries, unreadable, isCut: true };
    }
  }
}

/** Returns the entry, without a kind if it is unreadable, or undefined for a folder. */
function parseLine(line: Uint8Array): TreeEntry | UnreadableEntry | undefined {
  const tab = line.indexOf(9);
  const [mode = "", , id = ""] = Buffer.from(line.subarray(0, tab)).toString("latin1").split(" ");
  if (/^0?40000$/.test(mode)) {
    return undefined;
  }
  const bytes = line.subarray(tab + 1);
  const path = decoded(bytes);
  const kind = kinds.get(mode);
  return path === undefined || kind === undefined
    ? { path: Buffer.from(bytes).toString("utf8"), id }
    : { path, kind, id };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
