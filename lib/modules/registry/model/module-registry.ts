/**
 * A registry of modules: `<repo>/<module>:<version>`, `<repo>/<module>/release:<channel or version>`, and
 * `<repo>:<module>` for each of its modules.
 */
export interface ModuleRegistry {
  /** Where it is: `registry.example.com/deckhouse/modules`. */
  readonly repo: string;
  /** The names of its modules, sorted: the tags of the repository itself. Throws RegistryError. */
  readonly modules: (signal: AbortSignal) => Promise<readonly string[]>;
  /**
   * The tags of a module's own repository, sorted: versions, and what else was pushed there. Throws
   * RegistryError.
   */
  readonly tags: (module: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** The tags under `release`: versions and channels, sorted. Throws RegistryError. */
  readonly releaseTags: (module: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** What a channel or a version says of itself. Throws RegistryError. */
  readonly release: (module: string, tag: string, signal: AbortSignal) => Promise<ReleaseImage>;
  /** The digest of the manifest that a tag of the module names now: `sha256:…`. Throws RegistryError. */
  readonly digest: (module: string, tag: string, signal: AbortSignal) => Promise<string>;
  /**
   * Pulls a version, or any tag or digest (`sha256:…`), of a module into a folder, which must not be there
   * yet and comes to be whole or not at all. Every digest is verified. Throws RegistryError.
   */
  readonly pull: (module: string, tag: string, to: PullTarget) => Promise<PulledModule>;
}

/** Where an image is laid out. */
export interface PullTarget {
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** An image that lies in its folder. */
export interface PulledModule {
  /** Of its manifest. */
  readonly digest: string;
  /** Of all its files, in bytes. */
  readonly size: number;
}

/** What lies under `release`. */
export interface ReleaseImage {
  /** Of its manifest. */
  readonly digest: string;
  /** The version that `version.json` names, as it is written there: `v1.23.2`. */
  readonly version: string;
  /** The texts of the files that it holds besides, as they are; undefined where there is none. */
  readonly moduleYaml: string | undefined;
  readonly changelogYaml: string | undefined;
}

/** How a registry is entered. */
export interface RegistryAccess {
  /** `registry.example.com/deckhouse/modules`, without a scheme. */
  readonly repo: string;
  readonly scheme: "HTTP" | "HTTPS";
  /** Certificates in PEM that are trusted besides the machine's; empty for none. */
  readonly ca: string;
  /** A docker configuration (`{"auths": …}`) in base64; empty for none. A secret: it stands in no message. */
  readonly dockerCfg: string;
}
