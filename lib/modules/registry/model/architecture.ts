const names: ReadonlyMap<string, string> = new Map([
  ["x64", "amd64"],
  ["ia32", "386"],
]);

/** Translates Node's name of an architecture to that of images: `x64` → `amd64`, `arm64` → `arm64`. */
export function architectureOf(node: string): string {
  return names.get(node) ?? node;
}
