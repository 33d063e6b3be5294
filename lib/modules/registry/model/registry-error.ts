/**
 * What a registry has refused, or has that may not be taken: `unreachable` (it may work later), `denied`,
 * `missing`, or `refused` for an image that is damaged or does what no image may. The message names the
 * image, never a credential.
 */
export class RegistryError extends Error {
  readonly fault: "unreachable" | "denied" | "missing" | "refused";
  /** Which part of the access is to be corrected; undefined where that is not known. */
  readonly lacks: "credentials" | "authority" | "plain http" | undefined;

  constructor(fault: RegistryError["fault"], message: string, lacks?: RegistryError["lacks"]) {
    super(message);
    this.fault = fault;
    this.lacks = lacks ?? (fault === "denied" ? "credentials" : undefined);
  }
}
