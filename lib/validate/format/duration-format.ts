const units: ReadonlySet<string> = new Set(["ns", "us", "µs", "ms", "s", "m", "h", "hr", "d", "w", "wk"]);
const unitStarts = ["nano", "micro", "milli", "sec", "min", "hour", "day", "week"];
const amount = /(\d+)[\t\n\f\r ]*([A-Za-zµ]*)/g;
const largest = 2n ** 63n - 1n;

/**
 * Reports whether the text contains an amount with a unit, `3 days` or `about 2 weeks`, as Scala writes
 * durations; every amount must fit into 64 bits.
 */
export function isLooseDuration(text: string): boolean {
  let isFound = false;
  for (const [, digits = "", unit = ""] of text.matchAll(amount)) {
    if (unit === "") {
      continue;
    }
    if (!isCountable(digits)) {
      return false;
    }
    isFound ||= isUnit(unit.toLowerCase());
  }
  return isFound;
}

function isCountable(digits: string): boolean {
  const amountDigits = digits.replace(/^0+/, "");
  return amountDigits.length < 20 && BigInt(amountDigits) <= largest;
}

function isUnit(unit: string): boolean {
  return units.has(unit) || unitStarts.some((start) => unit.startsWith(start));
}
