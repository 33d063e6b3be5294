import type { ApplyEvent } from "../../apply/model/event.ts";
import type { EventLine } from "./event-line.ts";
import { faultKey, namesWords } from "./same-fault.ts";

type Ended = Extract<ApplyEvent, { readonly type: "actuation" | "reconcile" }>;

/** A failure already reported for another object, and the objects that share it. */
interface Repeated {
  readonly fact: EventLine;
  readonly keys: string[];
}

/**
 * Reports a fault of many objects once, for the first of them; the others are collected and named in one
 * line:
 *
 *     timed out   50 more for the same reason: Deployment/b, Deployment/c …
 */
export class FailureRenderer {
  readonly #seen = new Set<string>();
  #repeated = new Map<string, Repeated>();

  /** Reports whether the same failure was already reported; if so, keeps the object for the next `take`. */
  folds(event: Ended, fact: EventLine): boolean {
    const key = `${fact.verb} ${faultKey(event)}`;
    if (!this.#seen.has(key)) {
      this.#seen.add(key);
      return false;
    }
    // The diagnosis of a refused write belongs to that write, which is already reported.
    if (event.type === "actuation" || fact.words !== "") {
      const same = this.#repeated.get(key) ?? { fact, keys: [] };
      same.keys.push(event.target.key);
      this.#repeated.set(key, same);
    }
    return true;
  }

  /** Returns the lines collected since the last call. */
  take(): readonly EventLine[] {
    const facts = [...this.#repeated.values()].map(({ fact, keys }) => ({
      ...fact,
      ref: "",
      words: namesWords(keys),
      below: [],
    }));
    this.#repeated = new Map();
    return facts;
  }
}
