/**
 * What a registry has refused, or has that may not be taken: `unreachable` (it may work later), `denied`, `missing`, or `refused` for an
 * image that is damaged or does what no image may. The message names the image, never a credential.
 */
export class RegistryError extends Error {
  readonly fault: "unreachable" | "denied" | "missing" | "refused";

  constructor(fault: RegistryError["fault"], message: string) {
    super(message);
    this.fault = fault;
  }
}
