import { readVersion4, type Address, type AddressFault } from "./version-4.ts";

/** Parses `2001:db8::1`, with or without a zone; its end may be written as an IPv4 address. */
export function readVersion6(text: string): Address | AddressFault {
  const percent = text.indexOf("%");
  if (percent === text.length - 1 && percent >= 0) {
    return { rule: "zone must be a non-empty string" };
  }
  const zone = percent < 0 ? "" : text.slice(percent + 1);
  const bytes = readGroups(percent < 0 ? text : text.slice(0, percent));
  return "rule" in bytes ? bytes : { bytes, zone };
}

/** The state of parsing: the bytes so far, how many of them were before `::`, and the rest of the text. */
interface Reading {
  readonly bytes: readonly number[];
  readonly gap: number | undefined;
  readonly rest: string;
}

function readGroups(text: string): readonly number[] | AddressFault {
  const leading = text.startsWith("::");
  let reading: Reading = { bytes: [], gap: leading ? 0 : undefined, rest: leading ? text.slice(2) : text };
  let more = !(leading && reading.rest === "");
  while (more && reading.bytes.length < 16) {
    const next = readGroup(reading);
    if ("rule" in next) {
      return next;
    }
    more = next.more;
    reading = next.reading;
  }
  return reading.rest === ""
    ? expanded(reading)
    : { rule: "trailing garbage after address", rest: reading.rest };
}

interface Step {
  readonly reading: Reading;
  readonly more: boolean;
}

function readGroup(reading: Reading): Step | AddressFault {
  const { bytes, gap, rest } = reading;
  const digits = /^[\da-fA-F]*/.exec(rest.slice(0, 6))?.[0] ?? "";
  if (digits.length > 4) {
    return { rule: "each group must have 4 or less digits", rest };
  }
  if (digits === "") {
    return { rule: "each colon-separated field must have at least one digit", rest };
  }
  if (rest.charAt(digits.length) === ".") {
    return readEmbedded(reading);
  }
  const group = Number.parseInt(digits, 16);
  const read = [...bytes, Math.trunc(group / 256), group % 256];
  return afterGroup({ bytes: read, gap, rest: rest.slice(digits.length) });
}

function afterGroup({ bytes, gap, rest }: Reading): Step | AddressFault {
  if (rest === "") {
    return { reading: { bytes, gap, rest }, more: false };
  }
  if (!rest.startsWith(":")) {
    return { rule: "unexpected character, want colon", rest };
  }
  if (rest === ":") {
    return { rule: "colon must be followed by more characters", rest };
  }
  const next = rest.slice(1);
  if (!next.startsWith(":")) {
    return { reading: { bytes, gap, rest: next }, more: true };
  }
  if (gap !== undefined) {
    return { rule: "multiple :: in address", rest: next };
  }
  const behind = next.slice(1);
  return { reading: { bytes, gap: bytes.length, rest: behind }, more: behind !== "" };
}

function readEmbedded({ bytes, gap, rest }: Reading): Step | AddressFault {
  if (gap === undefined && bytes.length !== 12) {
    return { rule: "embedded IPv4 address must replace the final 2 fields of the address", rest };
  }
  if (bytes.length + 4 > 16) {
    return { rule: "too many hex fields to fit an embedded IPv4 at the end of the address", rest };
  }
  const embedded = readVersion4(rest);
  return "rule" in embedded
    ? embedded
    : { reading: { bytes: [...bytes, ...embedded], gap, rest: "" }, more: false };
}

function expanded({ bytes, gap }: Reading): readonly number[] | AddressFault {
  const missing = 16 - bytes.length;
  if (gap === undefined) {
    return missing === 0 ? bytes : { rule: "address string too short" };
  }
  if (missing === 0) {
    return { rule: "the :: must expand to at least one field of zeros" };
  }
  return [...bytes.slice(0, gap), ...Array.from({ length: missing }, () => 0), ...bytes.slice(gap)];
}
