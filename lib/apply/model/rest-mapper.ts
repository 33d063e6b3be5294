import type { Call, Catalog, Cluster, Resource } from "../../client/model/cluster.ts";
import { hasBuiltinGroup } from "../../object/builtin/builtin-kind.ts";
import { apiVersionOf, type GroupKind } from "../../object/object-ref.ts";

/** Thrown for a kind that the API server does not serve. */
export class KindMissingError extends Error {
  /** It may be served later: nothing rules it out. */
  readonly mayCome: boolean;

  constructor(message: string, mayCome: boolean) {
    super(message);
    this.name = "KindMissingError";
    this.mayCome = mayCome;
  }
}

/** The kinds that the API server served at the last discovery. */
export class RestMapper {
  readonly #cluster: Cluster;
  #catalog: Catalog;

  constructor(cluster: Cluster, catalog: Catalog) {
    this.#cluster = cluster;
    this.#catalog = catalog;
  }

  /**
   * The kind in that version; undefined if it is not served. Without a version: in the one the server
   * prefers.
   */
  find(kind: GroupKind, version?: string): Resource | undefined {
    return this.#catalog.find(kind, version);
  }

  /** The kind as people write it: `statefulset`, `certs`; in that group, or in any if none is given. */
  findLoosely({ group, kind }: GroupKind): Resource | undefined {
    const word = kind.toLowerCase();
    return this.#catalog.resources.find(
      (resource) =>
        (group === "" || resource.group === group) &&
        (resource.kind.toLowerCase() === word || resource.plural === word),
    );
  }

  /** Like `find`, but throws a KindMissingError that says what is served instead. */
  require(kind: GroupKind, version: string): Resource {
    const found = this.#catalog.find(kind, version);
    if (found !== undefined) {
      return found;
    }
    const other = this.#catalog.find(kind);
    const apiVersion = apiVersionOf({ group: kind.group, version });
    if (other !== undefined) {
      throw new KindMissingError(
        `the server does not serve ${kind.kind} as ${apiVersion}; it serves ${kind.group === "" ? "" : `${kind.group}/`}${other.version}`,
        false,
      );
    }
    const reason = this.#catalog.missing.get(apiVersion);
    throw new KindMissingError(
      reason === undefined
        ? `the server does not serve ${kind.kind} of ${apiVersion}`
        : `the API server of ${apiVersion} is unavailable: ${reason}`,
      reason !== undefined || !hasBuiltinGroup(kind.group),
    );
  }

  /**
   * The reason why it is unknown whether a kind is served: the server of its group does not answer. Undefined
   * if it is known.
   */
  whyUnknown(kind: GroupKind): string | undefined {
    if (this.#catalog.find(kind) !== undefined) {
      return undefined;
    }
    const silent = [...this.#catalog.missing].find(([version]) => version.startsWith(`${kind.group}/`));
    return silent && `the API server of ${silent[0]} is unavailable: ${silent[1]}`;
  }

  /** Reports whether a group is served in that version, whatever kinds it has. */
  serves(group: string, version: string): boolean {
    return this.#catalog.versions.has(`${group}/${version}`);
  }

  /** Runs discovery again. Concurrent callers share the answer, but not each other's cancellation. */
  async refresh(call: Call): Promise<void> {
    this.#catalog = await this.#cluster.discover(call, true);
  }

  /** Every kind once, in its preferred version. */
  get all(): readonly Resource[] {
    return this.#catalog.resources;
  }
}
