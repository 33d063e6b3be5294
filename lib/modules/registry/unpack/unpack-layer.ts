import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

import { extract, type Header } from "tar-stream";

import { BugError, errorMessage } from "../../../object/bug-error.ts";
import { quoted } from "../../../oci/model/image-name.ts";
import { RegistryError } from "../../../oci/model/registry-error.ts";
import { readEntryPath, imageLimits } from "./image-limits.ts";
import { emptyFolder, treeNodeAt, takeOutEarlier, type TreeNode } from "./image-tree.ts";
import { inflaterOf, type PackedLayer, packingOf } from "./inflate.ts";
import type { FileSink } from "./file-sink.ts";

/** An image that is being unpacked, across all its layers. */
export interface Unpacking {
  /** The name used in messages. */
  readonly about: string;
  readonly shelf: FileSink;
  readonly root: TreeNode;
  readonly signal: AbortSignal;
  /** Number of the layer that is being unpacked. */
  layer: number;
  /** Entries of all layers. */
  entries: number;
  /** Unpacked bytes of all layers, including headers and padding. */
  bytes: number;
}

/** An entry of a tar archive, which must be read before the next one arrives. */
interface Entry extends AsyncIterable<unknown> {
  readonly header: Header;
}

/** Starts unpacking an image. */
export function startUnpacking(start: Pick<Unpacking, "about" | "shelf" | "signal">): Unpacking {
  return { ...start, root: emptyFolder(0), layer: 0, entries: 0, bytes: 0 };
}

/**
 * Unpacks the next layer. Throws RegistryError `refused` for content that a module may not have; what is in
 * the sink is unusable then.
 */
export async function unpackLayer(packed: PackedLayer, unpacking: Unpacking): Promise<void> {
  unpacking.layer += 1;
  const archive = extract();
  const { signal } = unpacking;
  const flow = pipeline([packed.open(), ...inflaterOf(packingOf(packed.head)), gauge(unpacking), archive], {
    signal,
  });
  // Reported below, by whichever of the two fails first.
  flow.catch(() => {});
  try {
    for await (const entry of archive) {
      await takeEntry(entry, unpacking);
      entry.resume();
    }
    await flow;
  } catch (error) {
    archive.destroy();
    signal.throwIfAborted();
    throw error instanceof RegistryError || isOfDisk(error) ? error : refusal(unpacking, unreadable(error));
  }
}

/** Local errors, such as a full disk, are not faults of the image. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function unreadable(error: unknown): string {
  return `a layer is not a readable tar archive: ${errorMessage(error)}`;
}

/** Counts unpacked bytes as they arrive: a decompression bomb is stopped at the limit, not after it. */
function gauge(unpacking: Unpacking): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      unpacking.bytes += chunk.length;
      if (unpacking.bytes > imageLimits.totalBytes) {
        done(refusal(unpacking, `unpacked it is bigger than ${imageLimits.totalBytes} bytes`));
      } else {
        done(null, chunk);
      }
    },
  });
}

async function takeEntry(entry: Entry, unpacking: Unpacking): Promise<void> {
  const { name } = entry.header;
  unpacking.entries += 1;
  if (unpacking.entries > imageLimits.files) {
    throw refusal(unpacking, `it has more than ${imageLimits.files} files`);
  }
  const path = readEntryPath(name);
  if ("fault" in path) {
    throw refusal(unpacking, `${quoted(name)} ${path.fault}`);
  }
  const last = path.steps.at(-1);
  if (last?.startsWith(".wh.") === true) {
    await whiteOut(path.steps.slice(0, -1), last, unpacking);
    return;
  }
  const kind = kindOf(entry, unpacking);
  if (kind === "folder") {
    await openFolder(path.steps, unpacking);
  } else {
    await takeFile(entry, path.steps, unpacking);
  }
}

/** Types of tar entries that a module may not contain. */
const refusedKinds: ReadonlyMap<string, string> = new Map([
  ["symlink", "is a symbolic link"],
  ["link", "is a hard link"],
  ["character-device", "is a device"],
  ["block-device", "is a device"],
  ["fifo", "is a named pipe"],
]);

function kindOf({ header }: Entry, unpacking: Unpacking): "file" | "folder" {
  const { name, type, size } = header;
  if (type === "directory") {
    return "folder";
  }
  if (type !== "file" && type !== "contiguous-file") {
    const fact = refusedKinds.get(type) ?? "is neither a file nor a folder";
    throw refusal(unpacking, `${quoted(name)} ${fact}, which is not allowed in a module`);
  }
  if (size > imageLimits.fileBytes) {
    throw refusal(unpacking, `${quoted(name)} is bigger than ${imageLimits.fileBytes} bytes`);
  }
  return "file";
}

async function takeFile(entry: Entry, steps: readonly string[], unpacking: Unpacking): Promise<void> {
  const { shelf, layer } = unpacking;
  const name = steps.at(-1);
  if (name === undefined) {
    throw refusal(unpacking, "the root of a layer is a file");
  }
  const { mode, size } = entry.header;
  const folder = await openFolder(steps.slice(0, -1), unpacking);
  const before = folder.get(name);
  if (before?.children !== undefined && before.layer === layer) {
    throw refusal(unpacking, `${quoted(entry.header.name)} is a folder and a file in one layer`);
  }
  if (before !== undefined) {
    await shelf.remove(steps);
  }
  folder.set(name, { children: undefined, size, layer });
  await shelf.addFile({ steps, size, isExecutable: (mode & 0o111) !== 0, content: bytesOf(entry) });
}

async function* bytesOf(entry: Entry): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) {
    if (!(chunk instanceof Uint8Array)) {
      throw new BugError("a tar archive returned something other than bytes");
    }
    yield chunk;
  }
}

/**
 * Returns the folder at the path, creating it and its parents if missing, and marks them as part of this
 * layer.
 */
async function openFolder(steps: readonly string[], unpacking: Unpacking): Promise<Map<string, TreeNode>> {
  const { root, layer, shelf } = unpacking;
  let children = root.children ?? new Map<string, TreeNode>();
  for (const [index, step] of steps.entries()) {
    const path = steps.slice(0, index + 1);
    const found = children.get(step);
    if (found !== undefined && found.children === undefined) {
      await replaceFile(path, found, unpacking);
    }
    const node = found?.children === undefined ? emptyFolder(layer) : found;
    if (node !== found) {
      children.set(step, node);
      await shelf.addFolder(path);
    }
    node.layer = layer;
    children = node.children ?? children;
  }
  return children;
}

async function replaceFile(path: readonly string[], file: TreeNode, unpacking: Unpacking): Promise<void> {
  if (file.layer === unpacking.layer) {
    throw refusal(unpacking, `${quoted(path.join("/"))} is a file and a folder in one layer`);
  }
  await unpacking.shelf.remove(path);
}

const opaque = ".wh..wh..opq";

/**
 * Applies a whiteout: a file whose name begins with `.wh.` removes what earlier layers contain (OCI image
 * layout, "Whiteouts").
 */
async function whiteOut(parent: readonly string[], name: string, unpacking: Unpacking): Promise<void> {
  const { root, layer, shelf } = unpacking;
  const folder = treeNodeAt(root, parent);
  if (name === opaque) {
    for (const path of folder === undefined ? [] : takeOutEarlier(folder, parent, layer)) {
      await shelf.remove(path);
    }
    return;
  }
  const target = name.slice(".wh.".length);
  if (target === "" || target === "." || target === "..") {
    throw refusal(unpacking, `${quoted(name)} marks no file that could be deleted`);
  }
  await takeAway([...parent, target], unpacking);
}

async function takeAway(steps: readonly string[], { root, layer, shelf }: Unpacking): Promise<void> {
  const node = treeNodeAt(root, steps);
  if (node === undefined) {
    return;
  }
  if (node.layer < layer) {
    treeNodeAt(root, steps.slice(0, -1))?.children?.delete(steps.at(-1) ?? "");
    await shelf.remove(steps);
    return;
  }
  for (const path of takeOutEarlier(node, steps, layer)) {
    await shelf.remove(path);
  }
}

function refusal({ about }: Unpacking, fact: string): RegistryError {
  return new RegistryError("refused", `${about}: ${fact}`);
}
