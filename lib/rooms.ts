/**
 * The rooms of the house and what each may import. Data flows one way: a room may import only the rooms
 * named with it. `oxlint.config.ts` turns this table into lint errors, ARCHITECTURE.md tells it in words.
 */
export interface Room {
  /** The rooms it may import, besides itself. */
  readonly imports: readonly string[];
  /** The npm packages and `node:` modules that have their one door here. */
  readonly packages: readonly string[];
}

/** Every folder of lib. */
export const rooms: Readonly<Record<string, Room>> = {
  object: { imports: [], packages: ["fastest-levenshtein"] },
  manifest: { imports: ["object"], packages: ["yaml"] },
  directive: { imports: ["object", "manifest"], packages: [] },
  graph: { imports: ["object", "manifest", "directive"], packages: ["@dagrejs/graphlib"] },
  plan: { imports: ["object", "manifest", "directive", "graph"], packages: [] },
  source: { imports: ["object"], packages: ["node:fs", "node:fs/promises", "node:path"] },
  report: { imports: ["object", "graph", "plan"], packages: ["node:util", "node:crypto"] },
};
