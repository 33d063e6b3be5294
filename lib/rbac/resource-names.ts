import { isCrd, readCrdNames } from "../manifest/crd.ts";
import type { ReadObject } from "../manifest/manifest.ts";
import { builtinKind, builtinKinds } from "../object/builtin/builtin-kind.ts";
import type { GroupKind } from "../object/object-ref.ts";

/** A kind as RBAC knows it. */
export interface NamedResource extends GroupKind {
  /** `deployments`. */
  readonly resource: string;
  readonly namespaced: boolean;
  readonly isBuiltin: boolean;
}

/** The user-specified plural of a kind without a CRD, such as those of aggregated APIs. */
export interface GivenPlural extends GroupKind {
  readonly plural: string;
}

/** The names of kinds in RBAC rules: built-in ones, and those that CRDs define. */
export class ResourceNames {
  readonly #defined: readonly NamedResource[];

  /** `reported`: namespaced kinds that no CRD among the objects defines. */
  constructor(objects: readonly ReadObject[], reported: readonly GivenPlural[] = []) {
    const defined = objects.filter(isCrd).map((object) => {
      const { group, kind, plural, namespaced } = readCrdNames(object);
      return { group, kind, resource: plural, namespaced, isBuiltin: false };
    });
    const alone = reported.map(({ group, kind, plural }) => ({
      group,
      kind,
      resource: plural,
      namespaced: true,
      isBuiltin: false,
    }));
    this.#defined = [...defined, ...alone];
  }

  /** Returns the kind; undefined if its plural is unknown. */
  find({ group, kind }: GroupKind): NamedResource | undefined {
    const builtin = builtinKind(group, kind);
    return builtin === undefined
      ? this.#defined.find((each) => each.group === group && each.kind === kind)
      : builtinResource(builtin);
  }

  /**
   * Returns the kind as people write it: `statefulset`, `certs`; in that group, or in any if none is given.
   */
  findLoosely({ group, kind }: GroupKind): NamedResource | undefined {
    const word = kind.toLowerCase();
    const known = [...builtinKinds().map(builtinResource), ...this.#defined];
    return (
      this.find({ group, kind }) ??
      known.find(
        (each) =>
          (group === "" || each.group === group) &&
          (each.kind.toLowerCase() === word || each.resource === word),
      )
    );
  }
}

function builtinResource({
  group,
  kind,
  plural,
  namespaced,
}: ReturnType<typeof builtinKinds>[number]): NamedResource {
  return { group, kind, resource: plural, namespaced, isBuiltin: true };
}
