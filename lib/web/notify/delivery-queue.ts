import { deliver, type DeliveryFacts, type MakeRequest } from "./deliver.ts";

/** So much waits for one place; the oldest is dropped for what is newer. */
const mostWaiting = 100;

/** What is to be delivered to one place, one after the other. Adding never blocks and never throws. */
export class DeliveryQueue {
  readonly #facts: DeliveryFacts;
  readonly #notice: (message: string) => void;
  readonly #waiting: MakeRequest[] = [];
  #working: Promise<void> | undefined;
  /** The reason told last: it is told once until something is delivered. */
  #sent = "";

  constructor(facts: DeliveryFacts, notice: (message: string) => void) {
    this.#facts = facts;
    this.#notice = notice;
  }

  /** Delivers it after what is waiting. */
  add(make: MakeRequest): void {
    this.#waiting.push(make);
    if (this.#waiting.length > mostWaiting) {
      this.#waiting.shift();
      this.#deliver(`more than ${mostWaiting} notifications wait; the oldest are dropped`);
    }
    this.#working ??= this.#work();
  }

  /** Resolves once nothing is waiting. */
  async settled(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        await deliver(next, this.#facts);
        this.#sent = "";
      } catch (error) {
        this.#deliver(
          `a notification is not delivered: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    this.#working = undefined;
  }

  #deliver(message: string): void {
    if (message !== this.#sent) {
      this.#sent = message;
      this.#notice(message);
    }
  }
}
