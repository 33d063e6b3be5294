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

/** Judges sets one after the other and prints differences and figures. Returns whether there are none. */
export async function judgeOrders(cases: Iterable<OrderCase>, print: Print): Promise<boolean> {
  const counts = new Map<string, number>();
  for (const { name, judge } of cases) {
    const verdict = await judge();
    const words = typeof verdict === "string" ? verdict : "different";
    counts.set(words, (counts.get(words) ?? 0) + 1);
    for (const line of typeof verdict === "string" ? [] : verdict) {
      print(`case ${name}: ${line}`);
    }
  }
  print([...counts].map(([words, count]) => `${count} ${words}`).join(", "));
  return !counts.has("different");
}
