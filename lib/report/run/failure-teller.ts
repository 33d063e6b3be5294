import type { ApplyEvent } from "../../apply/model/event.ts";
import type { EventLine } from "./event-line.ts";
import { faultKey, namesWords } from "./same-fault.ts";

type Ended = Extract<ApplyEvent, { readonly type: "actuation" | "reconcile" }>;

/** A failure like one that was told, and what it is called. */
interface Repeated {
  readonly fact: EventLine;
  readonly keys: string[];
}

/**
 * Tells a fault of many objects once, with the first of them; the others are gathered and told by name, in
 * one line:
 *
 *     timed out   50 more for the same reason: Deployment/b, Deployment/c …
 */
export class FailureRenderer {
  readonly #seen = new Set<string>();
  #repeated = new Map<string, Repeated>();

  /** Whether a failure like this one was told. Then it is kept until what was gathered is told. */
  folds(event: Ended, fact: EventLine): boolean {
    const key = `${fact.verb} ${faultKey(event)}`;
    if (!this.#seen.has(key)) {
      this.#seen.add(key);
      return false;
    }
    // What was found out about a refused write belongs to that write, which is told already.
    if (event.type === "actuation" || fact.words !== "") {
      const same = this.#repeated.get(key) ?? { fact, keys: [] };
      same.keys.push(event.target.key);
      this.#repeated.set(key, same);
    }
    return true;
  }

  /** What was gathered since this was last asked. */
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
