/** An address of the internet protocol: its bytes, four or sixteen. */
export interface Address {
  readonly bytes: readonly number[];
  /** Of version 6: what stands behind `%`. */
  readonly zone: string;
}

/** Why a text is no address: the rule, and from where on it is broken. */
export interface AddressFault {
  readonly rule: string;
  readonly rest?: string;
}
