/** Formats group numbers, with consecutive ones joined: `1-3, 7`. */
export function formatGroupRange(indices: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const index of indices.toSorted((left, right) => left - right)) {
    const run = runs.at(-1);
    if (run !== undefined && index <= run.last + 1) {
      run.last = index;
    } else {
      runs.push({ first: index, last: index });
    }
  }
  return runs.map((run) => (run.first === run.last ? `${run.first}` : `${run.first}-${run.last}`)).join(", ");
}
