import { deliver, type DeliveryOptions, type MakeRequest } from "./deliver.ts";

/** The maximum number of deliveries waiting; beyond it the oldest is dropped. */
const mostWaiting = 100;

/** Delivers to one receiver, one delivery after the other. Adding never blocks and never throws. */
export class DeliveryQueue {
  readonly #options: DeliveryOptions;
  readonly #notice: (message: string) => void;
  readonly #waiting: MakeRequest[] = [];
  #working: Promise<void> | undefined;
  /** The last failure reported: it is reported once until a delivery succeeds. */
  #sent = "";

  constructor(options: DeliveryOptions, notice: (message: string) => void) {
    this.#options = options;
    this.#notice = notice;
  }

  /** Appends a delivery. */
  add(make: MakeRequest): void {
    this.#waiting.push(make);
    if (this.#waiting.length > mostWaiting) {
      this.#waiting.shift();
      this.#deliver(`more than ${mostWaiting} notifications wait; the oldest are dropped`);
    }
    this.#working ??= this.#work();
  }

  /** Resolves once the queue is empty. */
  async settled(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      try {
        await deliver(next, this.#options);
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
