/**
 * A request that a forge did not fulfil: `unreachable` (it may work later), `denied`, `missing`, or
 * `refused`. The message never contains the token.
 */
export class ForgeError extends Error {
  override readonly name = "ForgeError";
  readonly fault: "unreachable" | "denied" | "missing" | "refused";

  constructor(fault: ForgeError["fault"], message: string) {
    super(message);
    this.fault = fault;
  }
}
