/** An IP address: its bytes, four or sixteen. */
export interface Address {
  readonly bytes: readonly number[];
  /** The part after `%` of an IPv6 address. */
  readonly zone: string;
}

/** The reason that a text is not an address: the rule, and the rest of the text that breaks it. */
export interface AddressFault {
  readonly rule: string;
  readonly rest?: string;
}
