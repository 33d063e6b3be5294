/** Requests of the benchmark itself that are under way at the same time. */
const atOnce = 16;

/** Calls a function for every item, some of them concurrently. */
export async function eachOf<T>(items: readonly T[], call: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const work = async (): Promise<void> => {
    for (const item of rest) {
      await call(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
