/** The figures of a comparison of two orders, over many sets. */
import { inParallel } from "../workers.ts";

/** The agreements of the orders of a set; in the order in which a worse one of several syncs counts. */
export const agreements = [
  "same order",
  "declared difference",
  "refused by both",
  "not comparable",
  "different",
] as const;

export type Agreement = (typeof agreements)[number];

/** The result of a set. */
export interface OrderVerdict {
  readonly agreement: Agreement;
  /** The differences, also declared ones; or the reason why the set is not comparable. */
  readonly lines: readonly string[];
  /** The number of writes of the other tool that were compared. */
  readonly compared: number;
}

/** The result of a set, by its name. */
export interface OrderResult extends OrderVerdict {
  readonly name: string;
}

/** A set with the function that compares the orders in which two tools write it. */
export interface OrderCase {
  readonly name: string;
  readonly judge: () => Promise<OrderVerdict>;
}

/** The sets to judge, for either tool. */
export interface OrderSelection {
  readonly cases: number;
  readonly seed: string;
  /** A folder with manifests of others: files, or folders of files. */
  readonly manifests?: string | undefined;
  /** The number of layouts of each of them. */
  readonly layouts: number;
  /** A regular expression for the names of the only cases. */
  readonly only?: string | undefined;
}

/** Reports whether a set of that name is among the only ones to judge. */
export function isSelected(name: string, { only }: Pick<OrderSelection, "only">): boolean {
  return only === undefined || new RegExp(`^(?:${only})$`).test(name);
}

/** The circumstances of a comparison. */
export interface Judging {
  /** Writes a line to the standard output. */
  readonly print: (line: string) => void;
  /** The number of sets that are judged at once. */
  readonly atOnce: number;
  /** The results of an earlier comparison that was interrupted. */
  readonly known: readonly OrderResult[];
  /** Stores a result as soon as it is known. */
  readonly keep: (result: OrderResult) => void;
}

/** The highest share of sets that are not comparable in a successful comparison. */
const mostSilent = 0.2;

/** The number of attempts at a set that is not comparable, for example on a machine under load. */
const attempts = 2;

/**
 * Judges sets and prints differences and figures. Returns whether there are none that are not declared, both
 * tools agree on at least one set, and few sets are not comparable.
 */
export async function judgeOrders(
  cases: readonly OrderCase[],
  { print, atOnce, known, keep }: Judging,
): Promise<boolean> {
  const before = new Map(known.map((result) => [result.name, result]));
  const results = await inParallel(cases, atOnce, async (one) => {
    const result = before.get(one.name) ?? (await judgeCase(one));
    if (!before.has(one.name)) {
      keep(result);
    }
    for (const line of linesOf(result)) {
      print(line);
    }
    return result;
  });
  const countOf = (agreement: Agreement): number =>
    results.filter((result) => result.agreement === agreement).length;
  for (const line of figuresOf(results)) {
    print(line);
  }
  const agreed = countOf("same order") + countOf("declared difference") + countOf("refused by both");
  return agreed > 0 && countOf("different") === 0 && countOf("not comparable") <= results.length * mostSilent;
}

async function judgeCase({ name, judge }: OrderCase): Promise<OrderResult> {
  for (let attempt = 1; ; attempt += 1) {
    const verdict = await outcomeOf(judge);
    if (verdict.agreement !== "not comparable" || attempt === attempts) {
      return { name, ...verdict };
    }
  }
}

/** The verdict; a set without compared writes is not comparable. */
async function outcomeOf(judge: OrderCase["judge"]): Promise<OrderVerdict> {
  try {
    const verdict = await judge();
    const isEmpty =
      verdict.compared === 0 && ["same order", "declared difference"].includes(verdict.agreement);
    return isEmpty ? { ...verdict, agreement: "not comparable", lines: ["nothing was compared"] } : verdict;
  } catch (error) {
    return { agreement: "not comparable", lines: [String(error)], compared: 0 };
  }
}

function linesOf({ name, agreement, lines }: OrderResult): readonly string[] {
  return agreement === "different" || agreement === "not comparable"
    ? lines.map((line) => `case ${name}: ${agreement}: ${line}`)
    : [];
}

/** The figures: the number of sets by agreement, and of those in which each declared difference shows. */
function figuresOf(results: readonly OrderResult[]): readonly string[] {
  const declared = results.filter(({ agreement }) => agreement === "declared difference");
  const reasons = Map.groupBy(
    declared.flatMap(({ lines }) => [...new Set(lines)]),
    (line) => line,
  );
  const compared = results.reduce((sum, result) => sum + result.compared, 0);
  const counts = agreements.flatMap((agreement) => {
    const { length } = results.filter((result) => result.agreement === agreement);
    return length === 0 ? [] : [`${length} ${agreement}`];
  });
  return [
    ...[...reasons].map(([reason, { length }]) => `declared in ${length} sets: ${reason}`),
    `${results.length} sets, ${compared} writes: ${counts.join(", ") || "nothing"}`,
  ];
}

/** The verdict over several syncs of a set: the worst agreement, with its lines. */
export function worstOf(verdicts: readonly OrderVerdict[]): OrderVerdict {
  const ranks = verdicts.map(({ agreement }) => agreements.indexOf(agreement));
  const agreement = agreements[Math.max(...ranks)] ?? "not comparable";
  return {
    agreement,
    lines: verdicts.filter((one) => one.agreement === agreement).flatMap(({ lines }) => lines),
    compared: verdicts.reduce((sum, { compared }) => sum + compared, 0),
  };
}
