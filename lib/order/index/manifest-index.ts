import { append } from "../../object/append.ts";
import type { Directives } from "../../annotation/directives.ts";
import { readCrdNames } from "../../manifest/crd.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { BugError } from "../../object/bug-error.ts";
import { field, type JsonObject, objectField } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import { formatRef, groupKindKey } from "../../object/object-ref.ts";
import { isWorkload, podTemplate } from "./workload.ts";
import { isEmptySelector, matchesLabels } from "../../object/label-selector.ts";

const none: readonly number[] = [];

/** A set of manifests as the ordering rules see it: manifests by index, and the lookups that rules share. */
export class ManifestIndex {
  readonly manifests: readonly Manifest[];
  readonly directives: readonly Directives[];
  /** The namespace of the release: the one that namespaced objects without a namespace were put in. */
  readonly namespace: string;
  readonly #byKey = new Map<string, number>();
  readonly #byKind = new Map<string, number[]>();
  /** Objects of unknown scope by the reference they would have without a namespace. */
  readonly #byClusterForm = new Map<string, number>();
  #byName: Map<string, number[]> | undefined;
  #workloads: readonly number[] | undefined;
  #workloadsByNamespace: Map<string, number[]> | undefined;
  #definitions: Map<string, number> | undefined;
  readonly #backings = new Map<number, readonly number[]>();

  constructor(manifests: readonly Manifest[], directives: readonly Directives[], namespace: string) {
    this.manifests = manifests;
    this.directives = directives;
    this.namespace = namespace;
    manifests.forEach((manifest, index) => {
      this.#byKey.set(manifest.key, index);
      append(this.#byKind, groupKindKey(manifest.ref), index);
      const clusterForm =
        manifest.scope === "unknown" ? formatRef({ ...manifest.ref, namespace: "" }) : undefined;
      if (clusterForm !== undefined && !this.#byClusterForm.has(clusterForm)) {
        this.#byClusterForm.set(clusterForm, index);
      }
    });
  }

  /** The manifest with that reference. An object of unknown scope is found under both forms. */
  find(key: string): number | undefined {
    return this.#byKey.get(key) ?? this.#byClusterForm.get(key);
  }

  /** The index of the object; undefined if the set does not contain it. */
  lookUp(
    group: string,
    kind: string,
    at: { readonly namespace: string; readonly name: string },
  ): number | undefined {
    return this.#byKey.get(formatRef({ group, kind, ...at }));
  }

  /** The objects of a kind, in the order of their names. */
  ofKind(group: string, kind: string): readonly number[] {
    return this.#byKind.get(groupKindKey({ group, kind })) ?? none;
  }

  /** Every group and kind of the set with its members. */
  kinds(): ReadonlyMap<string, readonly number[]> {
    return this.#byKind;
  }

  /** The objects of that name, of any kind. */
  named(name: string): readonly number[] {
    this.#byName ??= this.#groupBy((manifest) => manifest.ref.name);
    return this.#byName.get(name) ?? none;
  }

  /** All objects that run pods from a pod template. */
  workloads(): readonly number[] {
    this.#workloads ??= [...this.manifests.keys()].filter((index) => isWorkload(this.manifest(index)));
    return this.#workloads;
  }

  /** The workloads of a namespace. */
  workloadsIn(namespace: string): readonly number[] {
    if (this.#workloadsByNamespace === undefined) {
      this.#workloadsByNamespace = new Map();
      for (const index of this.workloads()) {
        append(this.#workloadsByNamespace, this.manifest(index).ref.namespace, index);
      }
    }
    return this.#workloadsByNamespace.get(namespace) ?? none;
  }

  /** CustomResourceDefinitions by the group and kind they define. */
  definitions(): ReadonlyMap<string, number> {
    this.#definitions ??= new Map(
      this.ofKind("apiextensions.k8s.io", "CustomResourceDefinition").map((index) => [
        groupKindKey(readCrdNames(this.manifest(index))),
        index,
      ]),
    );
    return this.#definitions;
  }

  /**
   * The workloads whose pods the Service of that namespace and name selects; none if the set lacks the
   * Service.
   */
  backing(service: { readonly namespace: string; readonly name: string }): readonly number[] {
    const index = this.lookUp("", "Service", service);
    if (index === undefined) {
      return none;
    }
    const known = this.#backings.get(index);
    if (known !== undefined) {
      return known;
    }
    const selector = objectField(field(this.manifest(index).value, "spec"), "selector");
    const found = isEmptySelector(selector)
      ? none
      : this.workloadsIn(service.namespace).filter((workload) => this.#isSelected(workload, selector));
    this.#backings.set(index, found);
    return found;
  }

  /** The manifest of an index of this set. @throws BugError for any other */
  manifest(index: number): Manifest {
    const manifest = this.manifests[index];
    if (manifest === undefined) {
      throw new BugError(`no manifest ${index}`);
    }
    return manifest;
  }

  #isSelected(workload: number, selector: JsonObject): boolean {
    const manifest = this.manifest(workload);
    const serves = manifest.kind !== "Job" && manifest.kind !== "CronJob";
    return serves && matchesLabels(metadataOf(podTemplate(manifest)), selector);
  }

  #groupBy(keyOf: (manifest: Manifest) => string): Map<string, number[]> {
    const groups = new Map<string, number[]>();
    this.manifests.forEach((manifest, index) => {
      append(groups, keyOf(manifest), index);
    });
    return groups;
  }
}
