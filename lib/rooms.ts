/**
 * The rooms of the house and what each may import. Data flows one way: a room may import only the rooms
 * named with it. `oxlint.config.ts` turns this table into lint errors, ARCHITECTURE.md tells it in words.
 */
export interface Layer {
  /** The rooms it may import, besides itself. */
  readonly imports: readonly string[];
  /** The npm packages and `node:` modules that have their one door here. */
  readonly packages: readonly string[];
}

/** Every folder of lib. */
export const rooms: Readonly<Record<string, Layer>> = {
  object: { imports: [], packages: ["fastest-levenshtein", "re2js", "node:module"] },
  manifest: { imports: ["object"], packages: ["yaml"] },
  directive: { imports: ["object", "manifest", "status"], packages: [] },
  graph: { imports: ["object", "manifest", "directive"], packages: ["@dagrejs/graphlib"] },
  plan: { imports: ["object", "manifest", "directive", "graph"], packages: [] },
  version: { imports: ["object"], packages: [] },
  settings: { imports: ["object", "manifest"], packages: ["ajv"] },
  source: {
    imports: ["object", "version"],
    packages: ["node:child_process", "node:crypto", "node:fs", "node:fs/promises", "node:path", "node:zlib"],
  },
  cel: { imports: ["object"], packages: [] },
  schema: { imports: ["object", "manifest", "cel"], packages: ["node:zlib"] },
  status: { imports: ["object"], packages: [] },
  module: { imports: ["object", "version", "manifest", "settings", "status"], packages: [] },
  registry: {
    imports: ["object"],
    packages: [
      "tar-stream",
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:http",
      "node:https",
      "node:path",
      "node:stream",
      "node:stream/promises",
      "node:tls",
      "node:zlib",
    ],
  },
  inventory: { imports: ["object"], packages: ["node:crypto", "node:zlib"] },
  cluster: {
    imports: ["object"],
    packages: [
      "socks",
      "yaml",
      "node:child_process",
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:http",
      "node:http2",
      "node:https",
      "node:net",
      "node:os",
      "node:path",
      "node:stream",
      "node:timers/promises",
      "node:tls",
      "node:url",
      "node:zlib",
    ],
  },
  apply: {
    imports: ["object", "manifest", "graph", "plan", "schema", "status", "inventory", "cluster"],
    packages: ["p-queue"],
  },
  sync: {
    imports: [
      "object",
      "version",
      "manifest",
      "graph",
      "plan",
      "schema",
      "status",
      "inventory",
      "settings",
      "source",
      "cluster",
      "apply",
    ],
    packages: ["node:crypto", "node:fs/promises", "node:path"],
  },
  controller: {
    imports: [
      "object",
      "version",
      "manifest",
      "plan",
      "schema",
      "status",
      "inventory",
      "settings",
      "source",
      "cluster",
      "apply",
      "sync",
      "module",
      "registry",
    ],
    packages: ["node:crypto", "node:fs", "node:fs/promises", "node:path"],
  },
  report: {
    imports: ["object", "graph", "plan", "status", "apply", "sync", "module"],
    packages: ["node:util", "node:crypto"],
  },
  serve: {
    imports: ["object", "apply", "sync", "report"],
    packages: [
      "prom-client",
      "@opentelemetry/api",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace",
      "node:crypto",
      "node:http",
      "node:https",
      "node:stream",
    ],
  },
};
