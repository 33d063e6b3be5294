import { readTimestamp, readDuration } from "../../cel/library/standard/time-format.ts";
import { CelFailure } from "../../cel/model/expression.ts";
import { type CelValue, CelDuration, Timestamp } from "../../cel/model/value.ts";

/**
 * Returns the value that expressions see for a text whose format makes it something else: bytes, a timestamp,
 * a duration.
 */
export function bindText(text: string, format: string | undefined): CelValue | CelFailure {
  const read = readers.get(format);
  return read === undefined ? text : (read(text) ?? unreadable(text, format));
}

function unreadable(text: string, format: string | undefined): CelFailure {
  return new CelFailure(
    format === "duration"
      ? `Invalid duration ${text}: unable to parse ${text} as duration`
      : `Invalid ${format} formatted string ${text}`,
  );
}

type Reader = (text: string) => CelValue | CelFailure | undefined;

const readers: ReadonlyMap<string | undefined, Reader> = new Map<string, Reader>([
  ["byte", readBytes],
  ["date", (text) => (/^\d{4}-\d\d-\d\d$/v.test(text) ? readTimestamp(`${text}T00:00:00Z`) : undefined)],
  ["date-time", readMoment],
  ["duration", (text) => readDuration(text) ?? readLooseDuration(text)],
]);

/**
 * Decodes base64 with `-` and `_`: the API server accepts the other alphabet in its format check but cannot
 * read it in rules.
 */
function readBytes(text: string): Uint8Array | CelFailure | undefined {
  const digits = text.replaceAll(/[\n\r]/gv, "");
  const odd = text.search(/[^\w\-=\n\r]/v);
  if (odd === -1 && digits.length % 4 === 0) {
    return new Uint8Array(Buffer.from(digits, "base64url"));
  }
  const at = odd === -1 ? digits.length - (digits.length % 4) : Buffer.byteLength(text.slice(0, odd));
  return new CelFailure(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${at}`);
}

function readMoment(text: string): CelValue | CelFailure | undefined {
  if (text === "") {
    return new Timestamp(0n, 0);
  }
  // A time without a zone is in UTC.
  return readTimestamp(text) ?? readTimestamp(`${text}Z`);
}

const loosePart = /(\d+)\s*([A-Za-zµ]+)/gv;

const units: readonly (readonly [names: readonly string[], prefix: string, nanos: bigint])[] = [
  [["ns"], "nano", 1n],
  [["us", "µs"], "micro", 1000n],
  [["ms"], "milli", 1_000_000n],
  [["s"], "sec", 1_000_000_000n],
  [["m"], "min", 60_000_000_000n],
  [["h", "hr"], "hour", 3_600_000_000_000n],
  [["d"], "day", 86_400_000_000_000n],
  [["w", "wk"], "week", 604_800_000_000_000n],
];

/** Reads `2 days 4h`: whole numbers with units in words, with anything between them. */
function readLooseDuration(text: string): CelDuration | undefined {
  let total: bigint | undefined;
  for (const [, digits = "", word = ""] of text.matchAll(loosePart)) {
    if (digits.length > 19 || BigInt(digits) >= 2n ** 63n) {
      return undefined;
    }
    const unit = word.toLowerCase();
    const found = units.find(([names, prefix]) => names.includes(unit) || unit.startsWith(prefix));
    total = found === undefined ? total : (total ?? 0n) + BigInt(digits) * found[2];
  }
  return total === undefined ? undefined : new CelDuration(BigInt.asIntN(64, total));
}
