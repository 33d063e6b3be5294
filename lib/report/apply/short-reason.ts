/** What is no longer than this is short as it is. */
const short = 60;

/**
 * A reason that was told whole before, for one more object: its fact, without the remedy behind it.
 * `it belongs to Helm (shop/web); remove it there, …` → `it belongs to Helm (shop/web)`.
 */
export function shortReason(message: string): string {
  const [line = ""] = message.trim().split("\n");
  if (line.length <= short && line === message.trim()) {
    return line;
  }
  const [fact = ""] = line.split("; ");
  return fact.length <= short ? fact : `${fact.slice(0, short - 1).trimEnd()}…`;
}
