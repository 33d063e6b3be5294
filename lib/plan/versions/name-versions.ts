import type { KappConfig } from "../../manifest/kapp-config.ts";
import { readTemplateRules } from "../../manifest/kapp-templates.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import type { ReadObject } from "../../manifest/manifest.ts";
import { replaceAt } from "../../manifest/random-fields.ts";
import { deduplicate, manifestsOf, type ServedScope } from "../../manifest/resolve-manifests.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { exclusionOf } from "../../annotation/exclusion.ts";
import { labelLookup, mayMatch } from "../../object/label-selector.ts";
import type { JsonObject } from "../../object/json.ts";
import { annotationsOf, metadataOf, nameOf } from "../../object/metadata.ts";
import { formatRef } from "../../object/object-ref.ts";
import { type Mention, mentionsOf, withNames } from "./mentions.ts";
import {
  contentKey,
  getsVersion,
  type VersionedObject,
  versionedObject,
  versionKeys,
  versionName,
} from "./versioned-object.ts";

/** A version of an object. */
export interface ObjectVersion {
  readonly number: number;
  /** The hash of its content, which is noted in it; undefined without a cluster. */
  readonly hash: string | undefined;
}

/** The objects of a set in which versions are named. */
export interface VersionRequest {
  readonly objects: readonly ReadObject[];
  readonly configs: readonly KappConfig[];
  /** The namespace of objects that name none. */
  readonly namespace: string;
  /** Whether the cluster serves a kind as namespaced, as for planning. */
  readonly served?: ServedScope;
  /** Only objects whose labels it selects (a LabelSelector) are applied. */
  readonly selector?: JsonObject;
}

/** Returns the version for the content of an object, in which references are those of versions already. */
export type FindVersion = (versioned: VersionedObject, content: JsonObject) => ObjectVersion;

/** The objects with the names of versions, and the faults of `templateRules`. */
export interface NamedVersions {
  readonly objects: readonly ReadObject[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The versioned objects of a set, those that are applied first. */
export function versionedObjects(request: VersionRequest): readonly VersionedObject[] {
  const { objects, namespace, served } = request;
  const versioned = objects.filter(getsVersion);
  if (versioned.length === 0) {
    return [];
  }
  const manifestOf = manifestsOf(objects, namespace, served);
  return versioned
    .filter((object) => exclusionOf(manifestOf(object)) === null)
    .map((object) => versionedObject(object, manifestOf(object), isSelected(object, request)))
    .toSorted((left, right) => Number(right.isApplied) - Number(left.isApplied));
}

function isSelected({ value }: ReadObject, { selector }: VersionRequest): boolean {
  return selector === undefined || mayMatch(selector, labelLookup(value));
}

/**
 * Names the versioned objects of a set (`NAME-ver-N`), and rewrites what refers to them. A versioned object
 * that refers to others is a new version when one of those is. Complexity: O(size of the set).
 */
export function nameVersions(request: VersionRequest, find: FindVersion): NamedVersions {
  const { objects, configs, namespace } = request;
  const { references: templates, diagnostics } = readTemplateRules(configs);
  const all = versionedObjects(request);
  if (all.length === 0) {
    return { objects, diagnostics };
  }
  const groups = Map.groupBy(all, ({ ref }) => formatRef(ref));
  const versioned = new Map([...groups].flatMap(([key, [first]]) => (first ? [[key, first] as const] : [])));
  const mentions = new Map(
    objects.map((object) => [object, mentionsOf(object, { versioned, templates, namespace })]),
  );
  const naming = new Naming(mentions);
  for (const each of referredFirst(versioned, mentions)) {
    // Duplicates get one name, so that they are reported.
    for (const twin of groups.get(formatRef(each.ref)) ?? []) {
      naming.name(twin, find);
    }
  }
  return {
    objects: objects.flatMap((object) => naming.named(object)),
    diagnostics: [...diagnostics, ...unversionedTwins(request, versioned)],
  };
}

/** Reports objects that are defined as a versioned one and as another one. */
function unversionedTwins(
  request: VersionRequest,
  versioned: ReadonlyMap<string, VersionedObject>,
): readonly Diagnostic[] {
  const { objects, namespace, served } = request;
  const manifestOf = manifestsOf(objects, namespace, served);
  return objects
    .filter((object) => !getsVersion(object) && isSelected(object, request))
    .map(manifestOf)
    .filter((manifest) => exclusionOf(manifest) === null)
    .flatMap((manifest) => {
      const twin = versioned.get(manifest.key);
      // An original that stays is a duplicate like any other.
      return twin === undefined || twin.keepsOriginal || !isSelected(twin.object, request)
        ? []
        : deduplicate([manifestOf(twin.object), manifest]).diagnostics;
    });
}

/**
 * The versioned objects, those that others refer to first. Objects that refer to each other come last, in the
 * order in which they were read.
 */
function referredFirst(
  versioned: ReadonlyMap<string, VersionedObject>,
  mentions: ReadonlyMap<ReadObject, readonly Mention[]>,
): readonly VersionedObject[] {
  const users = new Map<string, string[]>();
  const open = new Map<string, number>();
  for (const [key, { object }] of versioned) {
    const targets = new Set((mentions.get(object) ?? []).map(({ target }) => target));
    targets.delete(key);
    open.set(key, targets.size);
    for (const target of targets) {
      users.set(target, [...(users.get(target) ?? []), key]);
    }
  }
  const order = new Set([...open].filter(([, count]) => count === 0).map(([key]) => key));
  for (const key of order) {
    for (const user of users.get(key) ?? []) {
      const left = (open.get(user) ?? 0) - 1;
      open.set(user, left);
      if (left === 0) {
        order.add(user);
      }
    }
  }
  return [...new Set([...order, ...versioned.keys()])].flatMap((key) => versioned.get(key) ?? []);
}

class Naming {
  readonly #mentions: ReadonlyMap<ReadObject, readonly Mention[]>;
  /** The names of versions by the reference of the object. */
  readonly #names = new Map<string, string>();
  readonly #versions = new Map<ReadObject, ReadObject>();
  readonly #originals = new Set<ReadObject>();

  constructor(mentions: ReadonlyMap<ReadObject, readonly Mention[]>) {
    this.#mentions = mentions;
  }

  name(versioned: VersionedObject, find: FindVersion): void {
    const { object, ref, keepsOriginal } = versioned;
    const content = this.#rewritten(object);
    const { number, hash } = find(versioned, content);
    const name = this.#names.get(formatRef(ref)) ?? versionName(ref.name, number);
    this.#names.set(formatRef(ref), name);
    const marks = hash === undefined ? {} : { [contentKey]: hash };
    const annotations = { ...annotationsOf(content), ...marks };
    this.#versions.set(
      object,
      withMetadata(object, { ...content, metadata: { ...metadataOf(content), annotations, name } }),
    );
    if (keepsOriginal) {
      this.#originals.add(object);
    }
  }

  /** The object under its own name, its version, or both. */
  named(object: ReadObject): readonly ReadObject[] {
    const version = this.#versions.get(object);
    if (version !== undefined) {
      return this.#originals.has(object) ? [unversioned(object), version] : [version];
    }
    return [withMetadata(object, this.#rewritten(object))];
  }

  #rewritten(object: ReadObject): JsonObject {
    return withNames(object.value, this.#mentions.get(object) ?? [], {
      names: this.#names,
      replace: (value, path, text) => replaceAt(value, [{ path, value: text }]),
    });
  }
}

function withMetadata(object: ReadObject, value: JsonObject): ReadObject {
  return value === object.value ? object : { ...object, value, name: nameOf(value) };
}

/** The original beside its versions. */
function unversioned(object: ReadObject): ReadObject {
  const { value } = object;
  const annotations = Object.fromEntries(
    Object.entries(annotationsOf(value)).filter(([key]) => !versionKeys.includes(key)),
  );
  return { ...object, value: { ...value, metadata: { ...metadataOf(value), annotations } } };
}

/**
 * Names versions without a cluster: each is the first one, with a note, because what exists is not known.
 */
export function nameFirstVersions(request: VersionRequest): NamedVersions {
  const named = nameVersions(request, () => ({ number: 1, hash: undefined }));
  const notes = versionedObjects(request).map(({ object }): Diagnostic => ({
    code: "NameGenerated",
    severity: "note",
    message: `${object.kind}/${object.name} is versioned: ${versionName(object.name, 1)} is shown instead of the next number, which depends on the cluster`,
    origin: fieldOrigin(object, ["metadata", "name"], "value"),
  }));
  return { ...named, diagnostics: [...named.diagnostics, ...notes] };
}
