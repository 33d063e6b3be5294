/** The figures of a comparison of two orders, over many sets. */

/**
 * * The result of a set: the differences, or what both tools agree on; or that one of them was too slow, as
 * on a machine under load.
 */
export type OrderVerdict = "same order" | "refused by both" | "out of time" | readonly string[];

/** Writes lines to the standard output. */
export type Print = (line: string) => void;

/** A set with the function that compares the orders in which two tools write it. */
export interface OrderCase {
  readonly name: string;
  readonly judge: () => Promise<OrderVerdict>;
}

/** The share of sets that may be out of time in a comparison that says something. */
const mostOutOfTime = 0.2;

/**
 * Judges sets one after the other and prints differences and figures. Returns whether there are no
 * differences, both tools agree on at least one set, and few were out of time.
 */
export async function judgeOrders(cases: Iterable<OrderCase>, print: Print): Promise<boolean> {
  const counts = new Map<string, number>();
  const countOf = (words: string): number => counts.get(words) ?? 0;
  for (const { name, judge } of cases) {
    const verdict = await judge();
    const words = typeof verdict === "string" ? verdict : "different";
    counts.set(words, countOf(words) + 1);
    for (const line of typeof verdict === "string" ? [] : verdict) {
      print(`case ${name}: ${line}`);
    }
  }
  const agreed = countOf("same order") + countOf("refused by both");
  const all = agreed + countOf("different") + countOf("out of time");
  print([...counts].map(([words, count]) => `${count} ${words}`).join(", ") || "no sets");
  return agreed > 0 && !counts.has("different") && countOf("out of time") <= all * mostOutOfTime;
}
