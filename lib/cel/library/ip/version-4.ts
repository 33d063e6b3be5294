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

/** Parses `192.0.2.1`: four numbers up to 255, without leading zeros. */
export function readVersion4(text: string): readonly number[] | AddressFault {
  const parts: number[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === "." || letter === "") {
      const fault = fieldFault(text, { start, at, count: parts.length });
      if (fault !== undefined) {
        return fault;
      }
      parts.push(Number(text.slice(start, at)));
      start = at + 1;
    } else {
      const fault = digitFault(text, start, at);
      if (fault !== undefined) {
        return fault;
      }
    }
  }
  return parts;
}

function digitFault(text: string, start: number, at: number): AddressFault | undefined {
  if (!/\d/.test(text.charAt(at))) {
    return { rule: "unexpected character", rest: text.slice(at) };
  }
  const digits = text.slice(start, at + 1);
  if (digits.length > 1 && digits.startsWith("0")) {
    return { rule: "IPv4 field has octet with leading zero" };
  }
  return Number(digits) > 255 ? { rule: "IPv4 field has value >255" } : undefined;
}

function fieldFault(
  text: string,
  { start, at, count }: { readonly start: number; readonly at: number; readonly count: number },
): AddressFault | undefined {
  if (at === text.length) {
    return count < 3 ? { rule: "IPv4 address too short" } : undefined;
  }
  if (start === at || at === text.length - 1) {
    return { rule: "IPv4 field must have at least one digit", rest: text.slice(at) };
  }
  return count === 3 ? { rule: "IPv4 address too long" } : undefined;
}
