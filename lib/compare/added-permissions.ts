import type { ReadObject } from "../manifest/manifest.ts";
import { compareText } from "../object/object-ref.ts";
import type { Plan } from "../plan/plan.ts";
import { type ApiVerb, type Grant, verbs } from "../rbac/permission.ts";
import { requiredPermissions } from "../rbac/required-permissions.ts";
import type { AddedPermission } from "./set-comparison.ts";

/** The release before and after, and CRDs of kinds that it does not define itself. */
export interface PermissionRequest {
  readonly base: Plan;
  readonly head: Plan;
  readonly definitions: readonly ReadObject[];
}

/**
 * Returns the permissions that applying the head after the base needs, pruning included, and that the base
 * did not need. Kinds whose plural name is unknown are left out.
 */
export function addedPermissions({ base, head, definitions }: PermissionRequest): readonly AddedPermission[] {
  const asked = { definitions, prune: true, hooks: true, account, sidecar: undefined };
  const granted = new Grants(requiredPermissions({ ...asked, plan: base }).holders[0]?.grants ?? []);
  const needed = requiredPermissions({ ...asked, plan: head, before: base }).holders[0]?.grants ?? [];
  return needed
    .flatMap((grant) => permissionsOf(grant))
    .flatMap((one) => granted.lacking(one))
    .toSorted(
      (left, right) =>
        compareText(left.namespace, right.namespace) ||
        compareText(left.group, right.group) ||
        compareText(left.resource, right.resource) ||
        compareText(left.names.join(), right.names.join()),
    );
}

/** Permissions do not depend on the account that gets them. */
const account = { namespace: "", name: "converge" };

function permissionsOf({ namespace, rules }: Grant): readonly AddedPermission[] {
  return rules.flatMap(({ group, resources, names, verbs: may }) =>
    resources.map((resource) => ({ namespace, group, resource, names, verbs: may })),
  );
}

/** Granted verbs by namespace, resource and object; those for all objects have the name `*`. */
class Grants {
  readonly #verbs = new Map<string, Set<ApiVerb>>();

  constructor(grants: readonly Grant[]) {
    for (const one of grants.flatMap(permissionsOf)) {
      for (const name of one.names.length === 0 ? ["*"] : one.names) {
        const id = idOf(one, name);
        this.#verbs.set(id, (this.#verbs.get(id) ?? new Set()).union(new Set(one.verbs)));
      }
    }
  }

  /** Returns the part of a permission that is not granted, by the verbs that objects lack. */
  lacking(one: AddedPermission): readonly AddedPermission[] {
    const missing = (one.names.length === 0 ? ["*"] : one.names).map((name) => ({
      name,
      verbs: verbs.filter((verb) => one.verbs.includes(verb) && !this.#has(one, name, verb)),
    }));
    const alike = Map.groupBy(
      missing.filter((each) => each.verbs.length > 0),
      (each) => each.verbs.join(),
    );
    return [...alike.values()].map((same) => ({
      ...one,
      names: one.names.length === 0 ? [] : same.map(({ name }) => name),
      verbs: same[0]?.verbs ?? [],
    }));
  }

  #has(one: AddedPermission, name: string, verb: ApiVerb): boolean {
    return [idOf(one, name), idOf(one, "*")].some((id) => this.#verbs.get(id)?.has(verb) === true);
  }
}

function idOf({ namespace, group, resource }: AddedPermission, name: string): string {
  return JSON.stringify([namespace, group, resource, name]);
}
