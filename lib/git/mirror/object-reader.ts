/**
 * An object as `git cat-file --batch` prints it: a line `<id> <type> <size>`, the bytes and a line end; or a
 * line that ends in `missing`.
 */
interface StoredObject {
  readonly id: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** The output of git ends too early or is malformed: the mirror is broken. */
export class BrokenMirror extends Error {
  override readonly name = "BrokenMirror";
}

/** A line is longer than allowed, and was not read to its end. */
export class EndlessLine extends BrokenMirror {}

const lineEnd = 10;

/** Reads bytes from a stream, by delimiter and by count. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /**
   * Returns the next bytes up to a delimiter, without it; undefined at the end. Throws an EndlessLine if
   * there are more than `most` of them, and a BrokenMirror if the stream ends within them.
   */
  async upTo(mark: number, most: number): Promise<Uint8Array | undefined> {
    let at = this.#held.indexOf(mark);
    while (at === -1 && this.#held.length <= most) {
      const searched = this.#held.length;
      if (!(await this.#more())) {
        if (searched > 0) {
          throw new BrokenMirror("the output of git ends too early");
        }
        return undefined;
      }
      at = this.#held.indexOf(mark, searched);
    }
    if (at === -1 || at > most) {
      throw new EndlessLine("a line in the output of git is too long");
    }
    return this.#cut(at, at + 1);
  }

  /** Returns the next `count` bytes. Throws a BrokenMirror if the stream ends before. */
  async take(count: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let missing = count;
    while (missing > this.#held.length) {
      pieces.push(this.#held);
      missing -= this.#held.length;
      this.#held = new Uint8Array();
      if (!(await this.#more())) {
        throw new BrokenMirror("the output of git ends too early");
      }
    }
    pieces.push(this.#cut(missing, missing));
    return pieces.length === 1 ? (pieces[0] ?? new Uint8Array()) : Buffer.concat(pieces);
  }

  #cut(end: number, next: number): Uint8Array {
    const cut = this.#held.subarray(0, end);
    this.#held = this.#held.subarray(next);
    return cut;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done === true) {
      return false;
    }
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
    return true;
  }
}

/** Bytes of the line that describes an object. */
const longestLine = 4096;

/**
 * Parses the output of `git cat-file --batch`: yields one object per request, undefined for one that is
 * missing. Throws a BrokenMirror if an object is larger than `most` bytes, or the output is malformed.
 */
export async function* readObjects(
  output: AsyncIterable<Uint8Array>,
  most: number,
): AsyncGenerator<StoredObject | undefined> {
  const reader = new ByteReader(output);
  for (;;) {
    const line = await reader.upTo(lineEnd, longestLine);
    if (line === undefined) {
      return;
    }
    const { id, type, size } = headOf(line);
    if (id === undefined || type === undefined || size === undefined) {
      yield undefined;
      continue;
    }
    if (Number(size) > most) {
      throw new BrokenMirror(`object ${id} is larger than it was said to be`);
    }
    const body = await reader.take(Number(size));
    await reader.take(1);
    yield { id, type, body };
  }
}

function headOf(line: Uint8Array): Readonly<Record<"id" | "type" | "size", string | undefined>> {
  const text = Buffer.from(line).toString("latin1");
  const groups = /^(?<id>[0-9a-f]{40,64}) (?<type>[a-z]+) (?<size>\d{1,15})$/.exec(text)?.groups;
  if (groups === undefined && !text.endsWith(" missing")) {
    throw new BrokenMirror(`git does not return an object: ${text.slice(0, 100)}`);
  }
  return { id: groups?.["id"], type: groups?.["type"], size: groups?.["size"] };
}

/** The facts of a commit that are reported. */
export interface CommitFacts {
  readonly subject: string;
  readonly author: string;
  /** Milliseconds since 1970; 0 if the commit does not say. */
  readonly at: number;
}

/**
 * Parses the text of a commit as git stores it: headers, an empty line, the message. Old tools wrote many
 * malformed lines: what cannot be parsed is empty. The subject is the first line of the message.
 */
export function parseCommit(text: string): CommitFacts {
  const end = text.indexOf("\n\n");
  const headers = (end === -1 ? text : text.slice(0, end)).split("\n");
  const message = end === -1 ? "" : text.slice(end + 2);
  const [subject = ""] = message.trimStart().split("\n", 1);
  return {
    subject: subject.trimEnd(),
    author: personOf(headers, "author").name,
    at: personOf(headers, "committer").at,
  };
}

function personOf(headers: readonly string[], role: string): { readonly name: string; readonly at: number } {
  const line = headers.find((header) => header.startsWith(`${role} `)) ?? "";
  const read = /^(?<name>.*?)(?: (?<at>\d{1,12}) [+-]\d+)?$/.exec(line.slice(role.length + 1));
  return { name: read?.groups?.["name"]?.trim() ?? "", at: Number(read?.groups?.["at"] ?? 0) * 1000 };
}
