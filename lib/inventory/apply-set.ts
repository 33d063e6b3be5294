/**
 * The names of the ApplySet specification (KEP-3659): labels and annotations by which a release marks its
 * objects, so that kubectl and other tools recognize them too.
 */
import { createHash } from "node:crypto";

/** On every member: the id of its set. */
export const partOfLabel = "applyset.kubernetes.io/part-of";
/** Returns the label selector of the members of a set. */
export function membersSelector(id: string): string {
  return `${partOfLabel}=${id}`;
}

/** On the parent: the id of its set. */
export const idLabel = "applyset.kubernetes.io/id";
/** On the parent: the tool that owns it, `<tool>/<version>`. Other tools must not change it. */
export const toolingAnnotation = "applyset.kubernetes.io/tooling";
/** On the parent: every kind that members may have, `Deployment.apps,Secret`. */
export const groupKindsAnnotation = "applyset.kubernetes.io/contains-group-kinds";
/** On the parent: the namespaces other than its own that may hold members. */
export const namespacesAnnotation = "applyset.kubernetes.io/additional-namespaces";

/** The tool's part of the tooling annotation. */
export const toolName = "converge";
/** On the parent: the name of the release, to find it by. */
export const releaseLabel = "converge.dev/release";
/**
 * On every member: the hash of the manifest sent last, and the location of the object, so that a copy of it
 * is not a member: `HASH.PLACE`.
 */
export const appliedAnnotation = "converge.dev/applied";

/** The parent of a set. Its namespace is empty if it has none. */
interface SetParent {
  readonly name: string;
  readonly namespace: string;
  readonly kind?: string;
  readonly group?: string;
}

const parentPrefix = `${toolName}-`;

/**
 * The name of a release's parent Secret and of its Lease. The caller has checked its length: at most 253
 * characters.
 */
export function parentName(release: string): string {
  return `${parentPrefix}${release}`;
}

/** The release whose parent has that name; undefined if it is not a parent's name. */
export function releaseOf(name: string): string | undefined {
  return name.startsWith(parentPrefix) && name !== parentPrefix ? name.slice(parentPrefix.length) : undefined;
}

/**
 * The id of the set with that parent, by default a Secret: a hash of the parent's name, namespace, kind and
 * group.
 */
export function applySetId({ name, namespace, kind = "Secret", group = "" }: SetParent): string {
  const digest = createHash("sha256").update(`${name}.${namespace}.${kind}.${group}`).digest("base64url");
  return `applyset-${digest}-v1`;
}
