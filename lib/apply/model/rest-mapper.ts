import type { Call, Catalog, Cluster, Resource } from "../../client/model/cluster.ts";
import { hasBuiltinGroup } from "../../object/builtin/builtin-kind.ts";
import type { GroupKind } from "../../object/object-ref.ts";

/** A kind that the API server does not serve. */
export class KindMissingError extends Error {
  /** It may come later: nothing rules it out. */
  readonly mayCome: boolean;

  constructor(message: string, mayCome: boolean) {
    super(message);
    this.name = "KindMissingError";
    this.mayCome = mayCome;
  }
}

/** The kinds that the API server serves, as last asked. */
export class RestMapper {
  readonly #cluster: Cluster;
  #catalog: Catalog;

  constructor(cluster: Cluster, catalog: Catalog) {
    this.#cluster = cluster;
    this.#catalog = catalog;
  }

  /**
   * The kind under that version, undefined where it is not served. Without a version: under the one the
   * server prefers.
   */
  find(kind: GroupKind, version?: string): Resource | undefined {
    return this.#catalog.find(kind, version);
  }

  /**
   * The same for a kind as people write it: `statefulset`, `certs`; in that group, or in any where none is
   * given.
   */
  findLoosely({ group, kind }: GroupKind): Resource | undefined {
    const word = kind.toLowerCase();
    return this.#catalog.resources.find(
      (resource) =>
        (group === "" || resource.group === group) &&
        (resource.kind.toLowerCase() === word || resource.plural === word),
    );
  }

  /** The same as `find`, but a missing one throws a KindMissingError that says what is served instead. */
  require(kind: GroupKind, version: string): Resource {
    const found = this.#catalog.find(kind, version);
    if (found !== undefined) {
      return found;
    }
    const other = this.#catalog.find(kind);
    const apiVersion = kind.group === "" ? version : `${kind.group}/${version}`;
    if (other !== undefined) {
      throw new KindMissingError(
        `the server does not serve ${kind.kind} as ${apiVersion}; it serves ${kind.group === "" ? "" : `${kind.group}/`}${other.version}`,
        false,
      );
    }
    const reason = this.#catalog.missing.get(apiVersion);
    throw new KindMissingError(
      reason === undefined
        ? `the server serves no ${kind.kind} of ${apiVersion}`
        : `the server behind ${apiVersion} does not answer: ${reason}`,
      reason !== undefined || !hasBuiltinGroup(kind.group),
    );
  }

  /**
   * Why it is not known whether a kind is served: nobody answers for its group. Undefined where it is known.
   */
  whyUnknown(kind: GroupKind): string | undefined {
    if (this.#catalog.find(kind) !== undefined) {
      return undefined;
    }
    const silent = [...this.#catalog.missing].find(([version]) => version.startsWith(`${kind.group}/`));
    return silent && `the server behind ${silent[0]} does not answer: ${silent[1]}`;
  }

  /** Whether a group is served under that version, whatever kinds it has. */
  serves(group: string, version: string): boolean {
    return this.#catalog.versions.has(`${group}/${version}`);
  }

  /** Asks the server anew. Those who ask at the same time share the answer, but not each other's end. */
  async refresh(call: Call): Promise<void> {
    this.#catalog = await this.#cluster.discover(call, true);
  }

  /** Every kind once, under its preferred version. */
  get all(): readonly Resource[] {
    return this.#catalog.resources;
  }
}
