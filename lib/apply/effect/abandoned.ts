import { ApiError } from "../../client/model/api-error.ts";
import type { Resource } from "../../client/model/cluster.ts";
import { definedKind, isDefinitionKind } from "../../manifest/crd.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import { type JsonObject, listField, stringsField } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { apiVersionOf, compareText, formatRef } from "../../object/object-ref.ts";
import type { PruneRefusal } from "../../inventory/prune-limits.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { controllersAmong, type HintSources, workloadKinds } from "./finalizer-hints.ts";
import { foreignOf } from "./foreign-contents.ts";
import { listSome } from "../../object/message-text.ts";

/** A custom resource outside the release that the release's workloads control. */
export interface ForeignResource {
  readonly key: string;
  /** With its metadata only. */
  readonly object: JsonObject;
  /** Keys of the workloads that control it, all of which are to be deleted. */
  readonly controllers: readonly string[];
  /** Whether its definition is to be deleted too. */
  readonly losesDefinition: boolean;
}

/** The objects that a run deletes, and those of the release that stay. */
export interface DepartingObjects extends Pick<HintSources, "plan"> {
  readonly going: ReadonlyMap<string, JsonObject>;
  readonly staying: readonly JsonObject[];
  /** The identifier of the release. */
  readonly id: string;
  /** Hooks that the release has created, by key. */
  readonly ownHooks?: ReadonlySet<string>;
}

/**
 * Returns the custom resources that are not of the release and lose all their controllers, by key. Listed are
 * the kinds that the release defines, and those whose status or finalizers its roles name. Kinds that may not
 * be listed are reported by a note.
 */
export async function findAbandoned(
  leaving: DepartingObjects,
  deps: EffectDeps,
): Promise<readonly ForeignResource[]> {
  const { going, staying, plan } = leaving;
  if (![...going.values()].some((object) => workloadKinds.has(refOf(object).kind))) {
    return [];
  }
  const defined = new Set(
    [...going.values()]
      .filter((object) => isDefinitionKind(refOf(object)))
      .map((object) => deps.kinds.find(definedKind(object))),
  );
  const named = namedKinds([...going.values(), ...staying], deps.kinds.all);
  const kinds = [...new Set([...defined, ...named])].filter((kind) => kind !== undefined);
  const lists = await Promise.all(kinds.map((kind) => listForeign(kind, leaving, deps)));
  const foreign = lists.flat();
  if (foreign.length === 0) {
    return [];
  }
  const controllers = controllersAmong(
    plan([...going.values(), ...staying, ...foreign.map(({ object }) => object)]),
  );
  return foreign
    .map(({ object, resource }) => {
      const key = formatRef(refOf(object));
      const losesDefinition = defined.has(resource);
      return { key, object, controllers: controllers.get(key) ?? [], losesDefinition };
    })
    .filter((each) => each.controllers.length > 0 && each.controllers.every((key) => going.has(key)))
    .toSorted((left, right) => compareText(left.key, right.key));
}

/** The kinds whose status or finalizers a role of the release may write: those of its own controllers. */
function namedKinds(objects: readonly JsonObject[], served: readonly Resource[]): readonly Resource[] {
  const rules = objects
    .filter((object) => refOf(object).group === "rbac.authorization.k8s.io")
    .flatMap((object) => listField(object, "rules"));
  const names = new Set(
    rules.flatMap((rule) =>
      stringsField(rule, "apiGroups").flatMap((group) =>
        stringsField(rule, "resources").map((resource) => `${group}/${resource}`),
      ),
    ),
  );
  return served.filter(
    ({ group, kind, plural, verbs }) =>
      builtinKind(group, kind) === undefined &&
      verbs.includes("list") &&
      ["status", "finalizers"].some((part) => names.has(`${group}/${plural}/${part}`)),
  );
}

async function listForeign(
  resource: Resource,
  { id, ownHooks = new Set() }: DepartingObjects,
  deps: EffectDeps,
): Promise<readonly { readonly resource: Resource; readonly object: JsonObject }[]> {
  const { kind } = resource;
  try {
    const found = await foreignOf(resource, undefined, { deps, id, ownHooks });
    const apiVersion = apiVersionOf(resource);
    return found.map((object) => ({ resource, object: { ...object, apiVersion, kind } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) {
      throw error;
    }
    const { emit, clock } = deps.context;
    const message = `custom resources of others are not looked for: ${error.message}`;
    emit({ type: "notice", at: clock.now(), level: "note", message });
    return [];
  }
}

/** Returns the decisions to make before controllers of foreign resources are deleted: one or none. */
export function abandonedRefusals(
  abandoned: readonly ForeignResource[],
  flag: string,
): readonly PruneRefusal[] {
  if (abandoned.length === 0) {
    return [];
  }
  const controllers = [...new Set(abandoned.flatMap((each) => each.controllers))].toSorted(compareText);
  const names = listSome(abandoned.map(({ key }) => key));
  const message = `${controllers.join(", ")} would be deleted, but may control custom resources that are not of this release: ${names}; their finalizers would keep them forever; if this is intended, add ${flag}`;
  return [{ guard: "controllers", names: controllers, message, flag }];
}
