/**
 * The moment from which the API server grants or withholds permissions. It decides by copies of the RBAC
 * objects, which it updates a moment after it has stored a change.
 */
import { field, type JsonObject, listField, objectField, stringField } from "../../lib/object/json.ts";
import type { Api } from "./api.ts";
import type { PolicyRule } from "./test-user.ts";

/** Rules that a user has in a namespace, or in the whole cluster without one. */
export interface Grant {
  readonly user: string;
  readonly namespace?: string | undefined;
  readonly rules: readonly PolicyRule[];
}

/** Waits until the server allows a user each of the requests that rules name. */
export async function untilAllowed(api: Api, grant: Grant): Promise<void> {
  for (const request of requestsIn(grant)) {
    await untilReviewed(api, request, true);
  }
}

/** Waits until the server forbids a user each of the requests that rules name. */
export async function untilForbidden(api: Api, grant: Grant): Promise<void> {
  for (const request of requestsIn(grant)) {
    await untilReviewed(api, request, false);
  }
}

/** Waits until the server knows the roles and the bindings among objects that were created just now. */
export async function untilBound(api: Api, objects: readonly JsonObject[]): Promise<void> {
  for (const grant of grantsIn(objects)) {
    await untilAllowed(api, grant);
  }
}

async function untilReviewed(api: Api, spec: object, isAllowed: boolean): Promise<void> {
  for (;;) {
    const { status, text, object } = await api("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", {
      spec,
    });
    if (status !== 201) {
      throw new Error(text);
    }
    if (object?.status?.["allowed"] === isAllowed) {
      return;
    }
  }
}

/** A review of each request that rules name; of several objects, for the first one. */
function requestsIn({ user, namespace, rules }: Grant): readonly object[] {
  return rules.flatMap(({ verbs, apiGroups = [], resources = [], resourceNames, nonResourceURLs = [] }) =>
    verbs.flatMap((verb) => [
      ...nonResourceURLs.map((path) => ({ user, nonResourceAttributes: { verb, path } })),
      ...apiGroups.flatMap((group) =>
        resources.map((both) => {
          const [resource, subresource] = both.split("/");
          const [name] = resourceNames ?? [];
          const resourceAttributes = { namespace, verb, group, resource, subresource, name };
          return { user, resourceAttributes };
        }),
      ),
    ]),
  );
}

/** The grants of the bindings among objects, by the roles among them. */
function grantsIn(objects: readonly JsonObject[]): readonly Grant[] {
  return objects.flatMap((binding) => {
    const roleRef = objectField(binding, "roleRef");
    const namespace = namespaceOf(binding);
    const role = objects.find(
      (object) =>
        field(object, "kind") === roleRef["kind"] &&
        nameOf(object) === roleRef["name"] &&
        (roleRef["kind"] === "ClusterRole" || namespaceOf(object) === namespace),
    );
    const rules: readonly PolicyRule[] = JSON.parse(JSON.stringify(listField(role, "rules")));
    return listField(binding, "subjects").map((subject) => ({ user: userIn(subject), namespace, rules }));
  });
}

function userIn(subject: Parameters<typeof field>[0]): string {
  const name = stringField(subject, "name") ?? "";
  return stringField(subject, "kind") === "ServiceAccount"
    ? accountUser(stringField(subject, "namespace") ?? "", name)
    : name;
}

/** The name of a ServiceAccount as a user. */
export function accountUser(namespace: string, name: string): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

function nameOf(object: JsonObject): string | undefined {
  return stringField(objectField(object, "metadata"), "name");
}

function namespaceOf(object: JsonObject): string | undefined {
  return stringField(objectField(object, "metadata"), "namespace");
}
