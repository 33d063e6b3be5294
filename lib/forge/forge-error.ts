/**
 * A request that a forge did not fulfil: `unreachable` (it may work later), `denied`, `missing`, or
 * `refused`. The message never contains the token.
 */
export class ForgeError extends Error {
  override readonly name = "ForgeError";
  readonly fault: "unreachable" | "denied" | "missing" | "refused";

  /** The status code of the answer; undefined if there is none. */
  readonly status: number | undefined;

  constructor(fault: ForgeError["fault"], message: string, status?: number) {
    super(message);
    this.fault = fault;
    this.status = status;
  }
}
