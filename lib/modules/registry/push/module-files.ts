import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

import { compareText } from "../../../object/object-ref.ts";
import { quoted } from "../../../oci/model/image-name.ts";
import { RegistryError } from "../../../oci/model/registry-error.ts";
import { readEntryPath, imageLimits } from "../unpack/image-limits.ts";

/** A file or folder to put into an image. */
export interface ImageFile {
  /** Relative to the root of the image, separated by `/`. */
  readonly path: string;
  readonly kind: "file" | "executable" | "folder";
  /** Empty for a folder. */
  readonly read: () => Promise<Uint8Array>;
}

/** Returns a file with the given text. */
export function writtenFile(path: string, text: string): ImageFile {
  return { path, kind: "file", read: () => Promise.resolve(new TextEncoder().encode(text)) };
}

/** The repository of git, which is not part of a module. */
const leftOut = ".git";

/**
 * Lists all files and folders of a folder except `.git`, sorted by path. Refuses what a pull would refuse:
 * links, devices, and more or bigger files than an image may have. Throws RegistryError `refused`.
 */
export async function readModuleFiles(folder: string): Promise<readonly ImageFile[]> {
  const found: ImageFile[] = [];
  const open = [""];
  const total = { bytes: 0 };
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const entry of await readdir(join(folder, parent), { withFileTypes: true })) {
      const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
      if (path === leftOut) {
        continue;
      }
      checkName(path, entry.name, found.length);
      if (entry.isDirectory()) {
        open.push(path);
        found.push({ path, kind: "folder", read: () => Promise.resolve(new Uint8Array()) });
      } else if (entry.isFile()) {
        found.push(await readEntry(folder, path, total));
      } else {
        throw refusal(path, entry.isSymbolicLink() ? "is a symbolic link" : "is neither a file nor a folder");
      }
    }
  }
  return found.toSorted((left, right) => compareText(left.path, right.path));
}

function checkName(path: string, name: string, count: number): void {
  if (count >= imageLimits.files) {
    throw new RegistryError("refused", `the module has more than ${imageLimits.files} files`);
  }
  const read = readEntryPath(path);
  if ("fault" in read) {
    throw refusal(path, read.fault);
  }
  if (name.startsWith(".wh.")) {
    throw refusal(path, "begins with `.wh.`, which marks deleted files in images");
  }
}

async function readEntry(folder: string, path: string, total: { bytes: number }): Promise<ImageFile> {
  const { size, mode } = await stat(join(folder, path));
  total.bytes += size;
  if (size > imageLimits.fileBytes) {
    throw refusal(path, `is bigger than ${imageLimits.fileBytes} bytes`);
  }
  if (total.bytes > imageLimits.totalBytes) {
    throw new RegistryError("refused", `the module is bigger than ${imageLimits.totalBytes} bytes`);
  }
  const kind = (mode & 0o111) === 0 ? "file" : "executable";
  return { path, kind, read: () => readFile(join(folder, path)) };
}

function refusal(path: string, fact: string): RegistryError {
  return new RegistryError("refused", `${quoted(path)} ${fact}, which is not allowed in a module`);
}
