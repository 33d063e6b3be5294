import { groupKindKey, type ObjectRef, parseRef } from "./object-ref.ts";

/** The names of the objects of one output for people, as kubectl writes them. */
export interface ObjectNames {
  /** The namespace that names leave out because the output states it; undefined if they leave out none. */
  readonly namespace: string | undefined;
  /** The namespaces of the objects, each once, in the order of the objects. */
  readonly namespaces: readonly string[];
  /**
   * Returns the name of the object with that reference: `Deployment/web`. Different objects have different
   * names. `beside`: the namespace of the line that names the object, which is left out as well.
   */
  readonly nameOf: (key: string, beside?: string) => string;
  /** Returns the name with the namespace even if the output states it, for a text that is read by itself. */
  readonly nameAlone: (key: string) => string;
}

/**
 * Names objects as kubectl does: `Deployment/web`, `Deployment/web -n shop` outside of `namespace`, and with
 * the API group, `Service.serving.knative.dev/web`, if objects of several groups share the kind name. `keys`:
 * the references of all objects of the output; an object that is not among them is named with its group.
 * Complexity: O(keys).
 */
export function nameObjects(keys: Iterable<string>, namespace?: string): ObjectNames {
  const groups = new Map<string, Set<string>>();
  const scopes = new Map<string, Set<boolean>>();
  const namespaces = new Set<string>();
  for (const key of keys) {
    const ref = parseRef(key);
    if (ref !== undefined) {
      addTo(groups, ref.kind, ref.group);
      addTo(scopes, groupKindKey(ref), ref.namespace === "");
      if (ref.namespace !== "") {
        namespaces.add(ref.namespace);
      }
    }
  }
  const kindOf = ({ group, kind }: ObjectRef): string => {
    const among = groups.get(kind);
    const isClear = group === "" || (among?.size === 1 && among.has(group));
    return isClear ? kind : `${kind}.${group}`;
  };
  // A kind whose scope is unknown may be named with a namespace and without.
  const isLeftOut = (ref: ObjectRef, beside?: string): boolean =>
    (ref.namespace === namespace || ref.namespace === beside) && scopes.get(groupKindKey(ref))?.size !== 2;
  const name = (key: string, omits: (ref: ObjectRef) => boolean): string => {
    const ref = parseRef(key);
    if (ref === undefined) {
      return key;
    }
    const suffix = ref.namespace === "" || omits(ref) ? "" : ` -n ${ref.namespace}`;
    return `${kindOf(ref)}/${ref.name}${suffix}`;
  };
  return {
    namespace,
    namespaces: [...namespaces],
    nameOf: (key, beside) => name(key, (ref) => isLeftOut(ref, beside)),
    nameAlone: (key) => name(key, () => false),
  };
}

/** Names objects like `nameObjects`; the namespace that all namespaced ones share, if any, is left out. */
export function nameSet(keys: Iterable<string>): ObjectNames {
  const all = [...keys];
  const { namespaces } = nameObjects(all);
  return nameObjects(all, namespaces.length === 1 ? namespaces[0] : undefined);
}

/** Prefixes a summary with the namespace that names leave out: `namespace shop: 12 objects in 4 groups`. */
export function withNamespace(summary: string, namespace: string | undefined): string {
  return namespace === undefined ? summary : `namespace ${namespace}: ${summary}`;
}

function addTo<Value>(map: Map<string, Set<Value>>, key: string, value: Value): void {
  const values = map.get(key);
  if (values === undefined) {
    map.set(key, new Set([value]));
  } else {
    values.add(value);
  }
}
