/** Processes the items with limited concurrency, and returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const rest = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of rest) {
      results.set(index, await work(item));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return [...results.entries()].toSorted(([left], [right]) => left - right).map(([, result]) => result);
}
