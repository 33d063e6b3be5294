/** A duration in milliseconds, formatted as in Go: `5m0s`, `1h30m0s`, `250ms`, `5µs`. */
export type Duration = number;

const unitNanoseconds: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1000n],
  ["µs", 1000n],
  ["μs", 1000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

const part = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y;

/** Go counts nanoseconds in 64 bits. */
const most = 2n ** 63n;

/**
 * Parses a Go duration (`time.ParseDuration`); undefined if the text is invalid, or more than Go can
 * represent (some 292 years). A bare `0` is allowed, a bare `5` is not. Fractions of a nanosecond are
 * dropped.
 */
export function parseDuration(text: string): Duration | undefined {
  const nanoseconds = parseNanoseconds(text);
  return nanoseconds === undefined
    ? undefined
    : Number(nanoseconds / 1_000_000n) + Number(nanoseconds % 1_000_000n) / 1e6;
}

/** Parses a Go duration to the nanosecond. */
export function parseNanoseconds(text: string): bigint | undefined {
  const negative = text.startsWith("-");
  const unsigned = negative || text.startsWith("+") ? text.slice(1) : text;
  const total = unsigned === "0" ? 0n : sumParts(unsigned);
  if (total === undefined || total > (negative ? most : most - 1n)) {
    return undefined;
  }
  return negative ? -total : total;
}

/** The nanoseconds of all parts, `1h` and `30m` of `1h30m`. */
function sumParts(text: string): bigint | undefined {
  if (text === "") {
    return undefined;
  }
  let total = 0n;
  for (let at = 0; at < text.length; at = part.lastIndex) {
    part.lastIndex = at;
    const match = part.exec(text);
    const nanoseconds = match === null ? undefined : readPart(match);
    if (nanoseconds === undefined) {
      return undefined;
    }
    total += nanoseconds;
  }
  return total;
}

function readPart([, digits = "", fraction = "", unit = ""]: RegExpExecArray): bigint | undefined {
  const scale = unitNanoseconds.get(unit) ?? 0n;
  const whole = digits.replace(/^0+/, "");
  // The longest duration has 19 digits, in any unit.
  if (whole.length > 19 || digits + fraction === "") {
    return undefined;
  }
  return BigInt(whole) * scale + readFraction(fraction, scale);
}

/** Go computes the fraction in doubles, with as many digits as fit 63 bits. */
function readFraction(fraction: string, scale: bigint): bigint {
  let read = 0n;
  let power = 1;
  for (const digit of fraction) {
    const next = read * 10n + BigInt(digit);
    if (read > (most - 1n) / 10n || next > most) {
      break;
    }
    read = next;
    power *= 10;
  }
  return read === 0n ? 0n : BigInt(Math.trunc(Number(read) * (Number(scale) / power)));
}

/** Formats as Go's `Duration.String`: `5m0s`, `1h0m0s`, `1.5s`, `250ms`, `1.5µs`, `0s`. */
export function formatDuration(duration: Duration): string {
  const whole = Math.trunc(Math.abs(duration));
  const nanoseconds = BigInt(whole) * 1_000_000n + BigInt(Math.round((Math.abs(duration) - whole) * 1e6));
  const sign = duration < 0 && nanoseconds > 0n ? "-" : "";
  return `${sign}${nanoseconds < 1_000_000_000n ? formatShort(nanoseconds) : formatLong(nanoseconds)}`;
}

/** Formats less than a second: in the largest unit that leaves a digit before the point. */
function formatShort(nanoseconds: bigint): string {
  if (nanoseconds === 0n) {
    return "0s";
  }
  if (nanoseconds < 1000n) {
    return `${nanoseconds}ns`;
  }
  return nanoseconds < 1_000_000n
    ? `${formatFraction(nanoseconds, 3)}µs`
    : `${formatFraction(nanoseconds, 6)}ms`;
}

function formatLong(nanoseconds: bigint): string {
  const minutes = nanoseconds / 60_000_000_000n;
  const seconds = `${formatFraction(nanoseconds % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) {
    return seconds;
  }
  return minutes < 60n ? `${minutes}m${seconds}` : `${minutes / 60n}h${minutes % 60n}m${seconds}`;
}

/** `1500` with three digits after the point is `1.5`. */
function formatFraction(amount: bigint, digits: number): string {
  const text = amount.toString().padStart(digits + 1, "0");
  const fraction = text.slice(-digits).replace(/0+$/, "");
  return `${text.slice(0, -digits)}${fraction === "" ? "" : `.${fraction}`}`;
}
