const names: ReadonlyMap<string, string> = new Map([
  ["x64", "amd64"],
  ["ia32", "386"],
]);

/** The architecture as images name it, of what Node calls it: `x64` → `amd64`, `arm64` → `arm64`. */
export function architectureOf(node: string): string {
  return names.get(node) ?? node;
}
