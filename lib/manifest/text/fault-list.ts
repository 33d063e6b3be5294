import type { ParseError } from "./parsed-document.ts";
import type { Diagnostic, Severity } from "../../object/diagnostic/diagnostic.ts";

/** The maximum number of faults kept per document. */
const mostFaults = 100;

/**
 * The faults that a reader finds in one document: the first hundred and the first of each code, and a count
 * of the others.
 */
export class FaultList {
  readonly #faults = new BoundedList<ParseError>(mostFaults);
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
  const faults = count === 1 ? "1 more finding is" : `${count} more findings are`;
  return `${faults} not listed for this ${where}: fix the ones above first`;
}

/**
 * Keeps the first items up to a limit and counts the rest: a hostile text of ten megabytes has millions of
 * faults, each of which would take more memory than the characters it is about. Items beyond the limit are
 * not even built.
 */
export class BoundedList<Item> {
  readonly #most: number;
  readonly #items: Item[] = [];
  #omitted = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The items kept, in the order in which they were added. */
  get items(): readonly Item[] {
    return this.#items;
  }

  /** The number of items not kept. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Adds an item, which is built only if the limit is not reached. */
  add(build: () => Item): void {
    if (this.#items.length < this.#most) {
      this.#items.push(build());
    } else {
      this.#omitted += 1;
    }
  }

  /** Adds an item even if the limit is reached. */
  keep(item: Item): void {
    this.#items.push(item);
  }
}

/** Returns the items of a bounded list, with a last one that counts what was omitted. */
export function withOmittedCount(
  { items, omitted }: BoundedList<Diagnostic>,
  severity: Severity,
): readonly Diagnostic[] {
  const origin = items.at(-1)?.origin;
  return omitted === 0 || origin === undefined
    ? items
    : [...items, { code: "FaultsOmitted", severity, message: omittedMessage(omitted, "file"), origin }];
}
