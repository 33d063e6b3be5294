import type { Random } from "./clock.ts";

const first = 200;
const most = 5000;

/** Milliseconds before the attempt after the nth (from 1): 0.2 s, doubled up to 5 s, a third of it random. */
export function backoff(attempt: number, { random }: { readonly random: Random }): number {
  const delay = Math.min(most, first * 2 ** Math.min(attempt - 1, 10));
  return Math.round(delay * (2 / 3 + random() / 3));
}
