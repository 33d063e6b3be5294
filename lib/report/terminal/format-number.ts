/**
 * Formats a duration in milliseconds for people: `0.4s`, `14.2s`, `1m5s`, `2h0m5s`. Tenths are dropped from
 * one minute on.
 */
export function formatElapsed(milliseconds: number): string {
  const tenths = Math.round(Math.max(milliseconds, 0) / 100);
  if (tenths < 600) {
    return tenths % 10 === 0 ? `${tenths / 10}s` : `${(tenths / 10).toFixed(1)}s`;
  }
  const seconds = Math.floor(tenths / 10);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}m${seconds % 60}s`
    : `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds % 60}s`;
}
