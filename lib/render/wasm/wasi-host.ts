import { randomFillSync } from "node:crypto";

import { CallError, errno, type Errno } from "./errno.ts";
import type { GuestMemory, WasiFiles, WasiFunctions, Words } from "./wasi-files.ts";

/** The renderer has ended itself: it has crashed. */
export class GuestExit extends Error {
  override readonly name = "GuestExit";
}

/** Bytes of messages that are kept. */
const mostMessages = 2 ** 20;

/** The text that a renderer writes to standard error or standard output. */
export class Messages {
  readonly #pieces: Buffer[] = [];
  #size = 0;

  /** Adds a piece, unless there are too many. */
  add(piece: Uint8Array): void {
    if (this.#size < mostMessages) {
      this.#pieces.push(Buffer.from(piece));
      this.#size += piece.length;
    }
  }

  /** Returns all messages and forgets them. */
  take(): string {
    const text = Buffer.concat(this.#pieces).toString("utf8");
    this.#pieces.length = 0;
    this.#size = 0;
    return text;
  }
}

/** The clocks of a renderer. */
export interface RendererClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since any time; never goes back. */
  readonly passed: () => number;
}

/** The surroundings of a renderer besides its files. */
export interface RendererSurroundings {
  readonly memory: GuestMemory;
  readonly clock: RendererClock;
}

/** Functions that do nothing, by the error number that they return. */
const refused: readonly (readonly [Errno, string])[] = [
  [
    errno.readOnly,
    "fd_filestat_set_size fd_pwrite fd_sync path_create_directory path_remove_directory path_symlink path_unlink_file path_link path_rename path_filestat_set_times fd_filestat_set_times",
  ],
  [errno.notSupported, "sock_accept sock_shutdown sock_recv sock_send"],
];

/**
 * Returns the functions of WASI that a renderer imports: it reads files, writes messages, has the clock and
 * random numbers; its environment is empty. It cannot write files, start a program or
 * connect.
 */
export function wasiFunctions(
  files: WasiFiles,
  messages: Messages,
  { memory, clock }: RendererSurroundings,
): Record<string, (...words: never[]) => number> {
  const all: WasiFunctions = {
    ...Object.fromEntries(
      refused.flatMap(([number, names]) => names.split(" ").map((name) => [name, () => number])),
    ),
    ...files.functions(),
    ...surroundings(memory, clock),
    fd_write: (...[, buffers, count, done]: Words<4>) => {
      const view = memory.view();
      let size = 0;
      for (let at = buffers; at < buffers + count * 8; at += 8) {
        const start = view.getUint32(at, true);
        const length = view.getUint32(at + 4, true);
        messages.add(memory.bytes().subarray(start, start + length));
        size += length;
      }
      view.setUint32(done, size, true);
      return errno.success;
    },
  };
  return Object.fromEntries(Object.entries(all).map(([name, call]) => [name, withErrno(call)]));
}

function withErrno(call: (...words: never[]) => Errno): (...words: never[]) => number {
  return (...words) => {
    try {
      return call(...words);
    } catch (error) {
      if (error instanceof CallError) {
        return error.errno;
      }
      throw error;
    }
  };
}

/** The only argument: libraries of Go assume that a program knows its name. */
const programName = new TextEncoder().encode("renderers\0");

function surroundings({ view, bytes }: GuestMemory, clock: RendererClock): WasiFunctions {
  return {
    args_get: (pointers: number, to: number) => {
      view().setUint32(pointers, to, true);
      bytes().set(programName, to);
      return errno.success;
    },
    args_sizes_get: (count: number, size: number) => {
      view().setUint32(count, 1, true);
      view().setUint32(size, programName.length, true);
      return errno.success;
    },
    environ_get: () => errno.success,
    environ_sizes_get: (count: number, size: number) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return errno.success;
    },
    sched_yield: () => errno.success,
    clock_time_get: (id: number, _: bigint, to: number) => {
      const milliseconds = id === 0 ? clock.now() : clock.passed();
      view().setBigUint64(to, BigInt(Math.round(milliseconds * 1e6)), true);
      return errno.success;
    },
    random_get: (to: number, size: number) => {
      randomFillSync(bytes().subarray(to, to + size));
      return errno.success;
    },
    // A timer of the Go runtime: it looks at the clock again.
    poll_oneoff: (...[, , , done]: Words<4>) => {
      view().setUint32(done, 0, true);
      return errno.success;
    },
    proc_exit: () => {
      throw new GuestExit();
    },
  };
}
