/**
 * A registry of modules: `<repo>/<module>:<version>`, `<repo>/<module>/release:<channel or version>`, and
 * `<repo>:<module>` for each of its modules.
 */
export interface ModuleRegistry {
  /** Its repository: `registry.example.com/deckhouse/modules`. */
  readonly repo: string;
  /** The names of its modules, sorted: the tags of the repository itself. Throws RegistryError. */
  readonly modules: (signal: AbortSignal) => Promise<readonly string[]>;
  /**
   * The tags of a module's own repository, sorted: versions, and any others pushed there. Throws
   * RegistryError.
   */
  readonly tags: (module: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** The tags under `release`: versions and channels, sorted. Throws RegistryError. */
  readonly releaseTags: (module: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Reads the release image of a channel or version. Throws RegistryError. */
  readonly release: (module: string, tag: string, signal: AbortSignal) => Promise<ReleaseImage>;
  /** The digest of the manifest that a tag of the module names now: `sha256:…`. Throws RegistryError. */
  readonly digest: (module: string, tag: string, signal: AbortSignal) => Promise<string>;
  /**
   * Pulls a version, or any tag or digest (`sha256:…`), of a module into a folder, which must not exist yet
   * and is created completely or not at all. Every digest is verified. Throws RegistryError.
   */
  readonly pull: (module: string, tag: string, to: PullTarget) => Promise<PulledModule>;
}

/** The destination of a pull. */
export interface PullTarget {
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** An image that was pulled into its folder. */
export interface PulledModule {
  /** Digest of its manifest. */
  readonly digest: string;
  /** Total size of its files, in bytes. */
  readonly size: number;
}

/** An image under `release`. */
export interface ReleaseImage {
  /** Digest of its manifest. */
  readonly digest: string;
  /** The version in `version.json`, as specified there: `v1.23.2`. */
  readonly version: string;
  /** The unmodified text of its other files; undefined for a missing one. */
  readonly moduleYaml: string | undefined;
  readonly changelogYaml: string | undefined;
}

const names: ReadonlyMap<string, string> = new Map([
  ["x64", "amd64"],
  ["ia32", "386"],
]);

/** Translates Node's name of an architecture to that of images: `x64` → `amd64`, `arm64` → `arm64`. */
export function architectureOf(node: string): string {
  return names.get(node) ?? node;
}

/** The release channels, from the least stable on: tags under `release`. */
export const channelTags: readonly string[] = [
  "alpha",
  "beta",
  "early-access",
  "stable",
  "rock-solid",
  "lts",
];
