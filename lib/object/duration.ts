/** A length of time in milliseconds, written as Go writes durations: `5m0s`, `1h30m`, `250ms`. */
export type Duration = number;

const unitMilliseconds: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Parses a Go duration (`time.ParseDuration`); undefined where the text is none. A bare `0` is allowed, a bare `5` is not. */
export function parseDuration(text: string): Duration | undefined {
  const match = /^([+-]?)((?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.exec(text);
  if (text === "0") {
    return 0;
  }
  if (match === null) {
    return undefined;
  }
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)) {
    total += Number(amount) * (unitMilliseconds[unit ?? ""] ?? 0);
  }
  return match[1] === "-" ? -total : total;
}

/** Formats as Go's `Duration.String`: `5m0s`, `1h0m0s`, `1.5s`, `250ms`, `0s`. */
export function formatDuration(duration: Duration): string {
  if (duration === 0) {
    return "0s";
  }
  if (duration < 0) {
    return `-${formatDuration(-duration)}`;
  }
  if (duration < 1000) {
    return `${duration}ms`;
  }
  const hours = Math.floor(duration / 3_600_000);
  const minutes = Math.floor((duration % 3_600_000) / 60_000);
  const seconds = (duration % 60_000) / 1000;
  if (hours > 0) {
    return `${hours}h${minutes}m${seconds}s`;
  }
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
