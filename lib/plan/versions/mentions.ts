import type { Manifest, ReadObject } from "../../manifest/manifest.ts";
import type { TemplateReference } from "../../manifest/kapp-templates.ts";
import { readSource } from "../../manifest/parse-source.ts";
import { isObject, type JsonObject, listField, type Path, stringField, valueAt } from "../../object/json.ts";
import { selectPaths } from "../../object/json-path.ts";
import { annotationsOf } from "../../object/metadata.ts";
import { formatRef, groupKindKey, groupOf, type ObjectRef } from "../../object/object-ref.ts";
import { isWorkload } from "../../order/index/workload.ts";
import { objectReferences } from "../../order/reference/object-references.ts";
import { podReferences } from "../../order/reference/pod-references.ts";
import { kappControllerPlaces } from "./kapp-controller-places.ts";
import type { VersionedObject } from "./versioned-object.ts";

/** A place of an object that names a versioned one. */
export interface Mention {
  /** The reference of the versioned object, as a key. */
  readonly target: string;
  readonly path: Path;
  /** Returns the value of the place, for the name of a version and the value so far. */
  readonly write: (name: string, text: string) => string;
}

/** The versioned objects of a set by their references, and the rules that say where they are named. */
export interface MentionRules {
  readonly versioned: ReadonlyMap<string, VersionedObject>;
  readonly templates: readonly TemplateReference[];
  readonly namespace: string;
}

/**
 * Returns the places of an object that name versioned ones: in pod specs and other known references, in
 * fields of `templateRules`, in depends-on, and in explicit references.
 */
export function mentionsOf(object: ReadObject, rules: MentionRules): readonly Mention[] {
  const { versioned } = rules;
  const namespace = object.namespace || rules.namespace;
  return [...namedReferences(object, namespace), ...templateReferences(object, namespace, rules)]
    .filter(({ ref }) => versioned.has(formatRef(ref)))
    .map(({ ref, path }): NamedPlace => ({ ref, path: nameIn(object, path) }))
    .filter(({ ref, path }) => valueAt(object.value, path) === ref.name)
    .map(({ ref, path }): Mention => ({ target: formatRef(ref), path, write: (name) => name }))
    .concat(annotationMentions(object, namespace, versioned));
}

interface NamedPlace {
  readonly ref: ObjectRef;
  readonly path: Path;
}

/** The path of the name if the path is that of a reference, such as a `roleRef`. */
function nameIn({ value }: ReadObject, path: Path): Path {
  return isObject(valueAt(value, path)) ? [...path, "name"] : path;
}

function namedReferences(object: ReadObject, namespace: string): readonly NamedPlace[] {
  const { apiVersion, kind, name } = object;
  const ref = { group: groupOf(apiVersion), kind, namespace, name };
  const manifest: Manifest = { ...object, ref, key: formatRef(ref), scope: "unknown" };
  const found = [
    ...(isWorkload(manifest) ? podReferences(manifest) : []),
    ...(objectReferences.get(groupKindKey(ref))?.(manifest) ?? []),
  ];
  const controller = kappControllerPlaces(object.value, ref).map(({ path, ...named }) => ({
    ref: { group: "", namespace, ...named },
    path,
  }));
  const places = [...found.map(({ path, ...to }) => ({ ref: to, path })), ...controller];
  return groupKindKey(ref) === "/ServiceAccount" ? [...places, ...accountSecrets(object, namespace)] : places;
}

function accountSecrets({ value }: ReadObject, namespace: string): readonly NamedPlace[] {
  return listField(value, "secrets").map((entry, index) => ({
    ref: { group: "", kind: "Secret", namespace, name: stringField(entry, "name") ?? "" },
    path: ["secrets", index, "name"],
  }));
}

function templateReferences(
  { value }: ReadObject,
  namespace: string,
  { versioned, templates }: MentionRules,
): readonly NamedPlace[] {
  return templates
    .filter(({ applies }) => applies(value))
    .flatMap(({ isFor, path, nameKey }) => {
      const places = selectPaths(value, path).map((place): Path => [...place, nameKey]);
      return [...versioned.values()]
        .filter(({ object, ref }) => ["", namespace].includes(ref.namespace) && isFor(object.value))
        .flatMap(({ ref }) => places.map((place) => ({ ref, path: place })));
    });
}

const dependsOnKey = "config.kubernetes.io/depends-on";
const explicitKey = /^kapp\.k14s\.io\/versioned-explicit-ref(?:\..+)?$/;

function annotationMentions(
  { value }: ReadObject,
  namespace: string,
  versioned: ReadonlyMap<string, VersionedObject>,
): readonly Mention[] {
  const annotations = annotationsOf(value);
  return Object.keys(annotations).flatMap((key): readonly Mention[] => {
    const text = stringField(annotations, key) ?? "";
    const path: Path = ["metadata", "annotations", key];
    if (key === dependsOnKey) {
      const targets = new Set(text.split(",").map((part) => part.trim()));
      return [...targets]
        .filter((target) => versioned.has(target))
        .map((target) => ({ target, path, write: (name, now) => renamedDependency(now, target, name) }));
    }
    return explicitKey.test(key) ? explicitMention({ text, path, namespace }, versioned) : [];
  });
}

function renamedDependency(text: string, target: string, name: string): string {
  const renamed = `${target.slice(0, target.lastIndexOf("/"))}/${name}`;
  return text
    .split(",")
    .map((part) => (part.trim() === target ? part.replace(target, () => renamed) : part))
    .join(",");
}

/** An object named in YAML, as kapp writes it back. */
function explicitMention(
  { text, path, namespace }: { readonly text: string; readonly path: Path; readonly namespace: string },
  versioned: ReadonlyMap<string, VersionedObject>,
): readonly Mention[] {
  const named = readSource({ name: "", text }).documents[0]?.tree.value;
  const [apiVersion = "", kind = "", name = "", written] = ["apiVersion", "kind", "name", "namespace"].map(
    (key) => stringField(named, key),
  );
  // Of a cluster-scoped kind, a versioned object has no namespace, whatever is written.
  const target = ["", written ?? namespace]
    .map((each) => formatRef({ group: groupOf(apiVersion), kind, namespace: each, name }))
    .find((key) => versioned.has(key));
  const place = written === undefined ? "" : `namespace: ${written}\n`;
  return target === undefined
    ? []
    : [
        {
          target,
          path,
          write: (version) => `apiVersion: ${apiVersion}\nkind: ${kind}\nname: ${version}\n${place}`,
        },
      ];
}

/** Returns the object with the names of versions, as far as they are known. */
export function withNames(
  value: JsonObject,
  mentions: readonly Mention[],
  { names, replace }: { readonly names: ReadonlyMap<string, string>; readonly replace: Replace },
): JsonObject {
  return mentions.reduce((now, { target, path, write }) => {
    const name = names.get(target);
    const text = valueAt(now, path);
    return name === undefined || typeof text !== "string" ? now : replace(now, path, write(name, text));
  }, value);
}

type Replace = (object: JsonObject, path: Path, value: string) => JsonObject;
