import { BoundedList } from "./bounded-list.ts";
import type { ParseError } from "./parsed-document.ts";

/** The maximum number of faults kept per document. */
const most = 100;

/**
 * The faults that a reader finds in one document: the first hundred and the first of each code, and a count
 * of the others.
 */
export class FaultList {
  readonly #faults = new BoundedList<ParseError>(most);
  readonly #codes = new Set<ParseError["code"]>();

  /** Whether there are no faults. */
  get isEmpty(): boolean {
    return this.#faults.items.length === 0;
  }

  /** Adds a fault with that code, which is built only if it is kept. */
  add(code: ParseError["code"], build: () => Omit<ParseError, "code">): void {
    const fault = (): ParseError => ({ code, ...build() });
    if (this.#codes.has(code)) {
      this.#faults.add(fault);
    } else {
      this.#codes.add(code);
      this.#faults.keep(fault());
    }
  }

  /** Reports whether a fault with that code was added. */
  has(code: ParseError["code"]): boolean {
    return this.#codes.has(code);
  }

  /** The faults kept, followed by the number of the others, at the place of the last. */
  all(): readonly ParseError[] {
    const { items, omitted } = this.#faults;
    const last = items.at(-1);
    if (omitted === 0 || last === undefined) {
      return items;
    }
    const message = omittedMessage(omitted, "document");
    return [...items, { code: "FaultsOmitted", message, start: last.start, end: last.end }];
  }
}

/** The message that ends a truncated list of faults. */
export function omittedMessage(count: number, where: "document" | "file"): string {
  const faults = count === 1 ? "1 more fault is" : `${count} more faults are`;
  return `${faults} not listed for this ${where}: correct those above first`;
}
