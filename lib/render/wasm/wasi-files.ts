import { posix } from "node:path";

import { CallError, errno, type Errno } from "./errno.ts";
import type { FileFacts, ListedFile, ReadableFiles } from "./rooted-files.ts";

/** Access to the memory of an instance, which moves when it grows. */
export interface GuestMemory {
  readonly view: () => DataView;
  readonly bytes: () => Uint8Array;
}

/** The descriptor of the only folder that is open at the start. */
const rootDescriptor = 3;

interface OpenFile {
  readonly facts: FileFacts;
  readonly content: Uint8Array;
  readonly entries: readonly ListedFile[];
  position: number;
}

/** A number of words of 32 bits. */
export type Words<Count extends 3 | 4 | 5 | 6> = {
  readonly 3: readonly [number, number, number];
  readonly 4: readonly [number, number, number, number];
  readonly 5: readonly [number, number, number, number, number];
  readonly 6: readonly [number, number, number, number, number, number];
}[Count];

/** Functions of WASI, by their names. Numbers of 64 bits are bigints. */
export type WasiFunctions = Readonly<Record<string, (...words: never[]) => Errno>>;

/** The files that a renderer has open, and the functions of WASI that read them. */
export class WasiFiles {
  readonly #memory: GuestMemory;
  readonly #open = new Map<number, OpenFile>();
  #files: ReadableFiles;
  #next = rootDescriptor + 1;

  constructor(memory: GuestMemory, files: ReadableFiles) {
    this.#memory = memory;
    this.#files = files;
  }

  /** Begins a rendering of other files. */
  restart(files: ReadableFiles): void {
    this.#files = files;
    this.#open.clear();
  }

  /** Returns the functions. Whatever would write is refused by the host, see `wasi-host.ts`. */
  functions(): WasiFunctions {
    return {
      fd_prestat_get: (descriptor: number, to: number) => this.#describeRoot(descriptor, to),
      fd_prestat_dir_name: (_: number, to: number) => this.#store(to, new Uint8Array([0x2f])),
      fd_close: (descriptor: number) => {
        this.#open.delete(descriptor);
        return errno.success;
      },
      fd_fdstat_get: (descriptor: number, to: number) => this.#describe(descriptor, to),
      fd_fdstat_set_flags: () => errno.success,
      fd_filestat_get: (descriptor: number, to: number) => this.#writeFacts(this.#factsOf(descriptor), to),
      fd_read: (...[descriptor, buffers, count, done]: Words<4>) => {
        const file = this.#at(descriptor);
        file.position += this.#readInto(file, { buffers, count, done, from: file.position });
        return errno.success;
      },
      fd_pread: (...[descriptor, buffers, count, from, done]: readonly [...Words<3>, bigint, number]) => {
        this.#readInto(this.#at(descriptor), { buffers, count, done, from: Number(from) });
        return errno.success;
      },
      fd_seek: (...[descriptor, offset, whence, to]: readonly [number, bigint, number, number]) =>
        this.#seek(this.#at(descriptor), Number(offset), { whence, to }),
      fd_readdir: (...[descriptor, to, size, from, used]: readonly [...Words<3>, bigint, number]) =>
        this.#list(this.#at(descriptor), { to, size, from: Number(from), used }),
      path_filestat_get: (...[, flags, path, size, to]: Words<5>) =>
        this.#writeFacts(this.#files.facts(this.#path(path, size), (flags & 1) !== 0), to),
      path_readlink: (...[, path, size, to, room, used]: Words<6>) => {
        const target = new TextEncoder().encode(this.#files.target(this.#path(path, size)));
        this.#store(to, target.subarray(0, room));
        this.#memory.view().setUint32(used, Math.min(target.length, room), true);
        return errno.success;
      },
      path_open: (...words: readonly [...Words<5>, bigint, bigint, number, number]) => {
        const [, , path, size, wanted, , , , to] = words;
        return this.#openPath(this.#path(path, size), wanted, to);
      },
    };
  }

  #at(descriptor: number): OpenFile {
    const file = this.#open.get(descriptor);
    if (file === undefined) {
      throw new CallError(errno.badDescriptor);
    }
    return file;
  }

  /** Returns an absolute path without `..`: the renderer resolves links before it follows them. */
  #path(start: number, size: number): string {
    const text = Buffer.from(this.#memory.bytes().subarray(start, start + size)).toString("utf8");
    if (text.includes("\0")) {
      throw new CallError(errno.invalid);
    }
    return posix.normalize(`/${text}`).replace(/(?<=.)\/$/, "");
  }

  #store(to: number, bytes: Uint8Array): Errno {
    this.#memory.bytes().set(bytes, to);
    return errno.success;
  }

  #describeRoot(descriptor: number, to: number): Errno {
    if (descriptor !== rootDescriptor) {
      return errno.badDescriptor;
    }
    const view = this.#memory.view();
    view.setUint32(to, 0, true);
    view.setUint32(to + 4, 1, true);
    return errno.success;
  }

  #factsOf(descriptor: number): FileFacts {
    return descriptor === rootDescriptor ? this.#files.facts("/", true) : this.#at(descriptor).facts;
  }

  #describe(descriptor: number, to: number): Errno {
    const isStream = descriptor < rootDescriptor;
    const view = this.#memory.view();
    // Standard streams are character devices.
    view.setUint8(to, isStream ? 2 : this.#factsOf(descriptor).type);
    view.setUint16(to + 2, 0, true);
    view.setBigUint64(to + 8, 0xff_ff_ff_ffn, true);
    view.setBigUint64(to + 16, 0xff_ff_ff_ffn, true);
    return errno.success;
  }

  #writeFacts({ type, size, modified }: FileFacts, to: number): Errno {
    this.#memory.bytes().fill(0, to, to + 64);
    const view = this.#memory.view();
    view.setUint8(to + 16, type);
    view.setBigUint64(to + 24, 1n, true);
    view.setBigUint64(to + 32, BigInt(size), true);
    view.setBigUint64(to + 48, BigInt(Math.round(modified)) * 1_000_000n, true);
    return errno.success;
  }

  /** Opens a file to read it. `wanted` has a bit for each of: create, folder, exclusive, truncate. */
  #openPath(path: string, wanted: number, to: number): Errno {
    if ((wanted & 0b1101) !== 0) {
      return errno.readOnly;
    }
    const facts = this.#files.facts(path, true);
    const isFolder = facts.type === 3;
    if (!isFolder && (wanted & 0b10) !== 0) {
      return errno.notDirectory;
    }
    const content = isFolder ? new Uint8Array() : this.#files.read(path);
    const entries = isFolder ? this.#files.list(path) : [];
    const descriptor = this.#next;
    this.#next += 1;
    this.#open.set(descriptor, { facts, content, entries, position: 0 });
    this.#memory.view().setUint32(to, descriptor, true);
    return errno.success;
  }

  #readInto(
    { content, facts }: OpenFile,
    { buffers, count, done, from }: { readonly [Name in "buffers" | "count" | "done" | "from"]: number },
  ): number {
    if (facts.type === 3) {
      throw new CallError(errno.isDirectory);
    }
    const view = this.#memory.view();
    let size = 0;
    for (let index = 0; index < count; index += 1) {
      const at = view.getUint32(buffers + index * 8, true);
      const room = view.getUint32(buffers + index * 8 + 4, true);
      const part = content.subarray(from + size, from + size + room);
      this.#store(at, part);
      size += part.length;
    }
    view.setUint32(done, size, true);
    return size;
  }

  #seek(
    file: OpenFile,
    offset: number,
    { whence, to }: { readonly whence: number; readonly to: number },
  ): Errno {
    const start = [0, file.position, file.content.length][whence] ?? 0;
    if (start + offset < 0) {
      return errno.invalid;
    }
    file.position = start + offset;
    this.#memory.view().setBigUint64(to, BigInt(file.position), true);
    return errno.success;
  }

  /** Writes entries as long as there is room; the last one may be cut off, then it is requested again. */
  #list(
    { entries, facts }: OpenFile,
    { to, size, from, used }: { readonly [Name in "to" | "size" | "from" | "used"]: number },
  ): Errno {
    if (facts.type !== 3) {
      return errno.notDirectory;
    }
    let filled = 0;
    for (let index = from; index < entries.length && filled < size; index += 1) {
      const record = recordOf(entries[index], index + 1);
      const part = record.subarray(0, size - filled);
      this.#store(to + filled, part);
      filled += part.length;
    }
    this.#memory.view().setUint32(used, filled, true);
    return errno.success;
  }
}

function recordOf(entry: ListedFile | undefined, next: number): Uint8Array {
  const name = new TextEncoder().encode(entry?.name);
  const record = new Uint8Array(24 + name.length);
  const view = new DataView(record.buffer);
  view.setBigUint64(0, BigInt(next), true);
  view.setBigUint64(8, BigInt(next), true);
  view.setUint32(16, name.length, true);
  view.setUint8(20, entry?.type ?? 0);
  record.set(name, 24);
  return record;
}
