import { type JsonObject, sameJson, stringField } from "../../object/json.ts";
import { nameOf } from "../../object/metadata.ts";
import { compareText } from "../../object/object-ref.ts";
import { type ModuleKind, moduleKinds } from "./resource/module-kind.ts";
import { type ModuleRelease, moduleReleaseOf } from "./resource/module-release.ts";
import { compareVersions } from "../../object/semver/version.ts";

/** A change to an object: it is written in this state, or removed. */
export type ObjectChange =
  | {
      readonly type: "write";
      readonly kind: ModuleKind;
      readonly name: string;
      readonly object: JsonObject;
      /** The previous state; undefined if it is new. */
      readonly before: JsonObject | undefined;
    }
  | {
      readonly type: "remove";
      readonly kind: ModuleKind;
      readonly name: string;
      readonly before: JsonObject;
    };

/**
 * The module objects that the rules work on, by kind and name. Objects are never modified, only replaced;
 * decisions are made on a draft.
 */
export class ModuleObjects {
  readonly #objects: ReadonlyMap<ModuleKind, Map<string, JsonObject>>;
  readonly #releases = new Map<string, Set<string>>();
  /** The releases whose version is readable, by name. */
  readonly #views = new Map<string, ModuleRelease>();
  readonly #sorted = new Map<string, readonly ModuleRelease[]>();
  readonly #before = new Map<string, { kind: ModuleKind; name: string; object: JsonObject | undefined }>();

  constructor(objects: Iterable<JsonObject> = []) {
    this.#objects = new Map(moduleKinds.map((kind) => [kind, new Map<string, JsonObject>()]));
    for (const object of objects) {
      this.#set(object);
    }
  }

  /** The object of that kind and name; undefined if there is none. */
  get(kind: ModuleKind, name: string): JsonObject | undefined {
    return this.#objects.get(kind)?.get(name);
  }

  /** The release of that name; undefined if there is none, or if it is not readable. */
  release(name: string): ModuleRelease | undefined {
    return this.#views.get(name);
  }

  /** All objects of a kind, sorted by name. */
  all(kind: ModuleKind): readonly JsonObject[] {
    const found = [...(this.#objects.get(kind) ?? [])];
    return found.toSorted(([left], [right]) => compareText(left, right)).map(([, object]) => object);
  }

  /** The names of modules that have releases with a readable version, sorted. */
  get releasedModules(): readonly string[] {
    return [...this.#releases.keys()].toSorted(compareText);
  }

  /** The releases of a module, the lowest version first, without those whose version is not readable. */
  releasesOf(module: string): readonly ModuleRelease[] {
    const known = this.#sorted.get(module);
    if (known !== undefined) {
      return known;
    }
    const sorted = [...(this.#releases.get(module) ?? [])]
      .flatMap((name) => this.#views.get(name) ?? [])
      .toSorted(
        (left, right) => compareVersions(left.version, right.version) || compareText(left.name, right.name),
      );
    this.#sorted.set(module, sorted);
    return sorted;
  }

  /** Adds an object, or replaces the one of its kind and name. An equal object is not a change. */
  put(object: JsonObject): void {
    const { kind, name } = placeOf(object);
    const before = kind === undefined ? undefined : this.get(kind, name);
    if (kind !== undefined && !sameJson(before, object)) {
      this.#remember(kind, name, before);
      this.#set(object);
    }
  }

  /** Removes an object, if it exists. */
  remove(kind: ModuleKind, name: string): void {
    const before = this.get(kind, name);
    if (before !== undefined) {
      this.#remember(kind, name, before);
      this.#objects.get(kind)?.delete(name);
      if (kind === "ModuleRelease") {
        this.#forgetRelease(name);
      }
    }
  }

  /** Returns a copy that can be changed independently; it has no changes yet. O(objects). */
  draft(): ModuleObjects {
    const draft = new ModuleObjects();
    for (const [kind, objects] of this.#objects) {
      for (const [name, object] of objects) {
        draft.#objects.get(kind)?.set(name, object);
      }
    }
    for (const [name, release] of this.#views) {
      draft.#views.set(name, release);
    }
    for (const [module, names] of this.#releases) {
      draft.#releases.set(module, new Set(names));
      draft.#sorted.set(module, this.releasesOf(module));
    }
    return draft;
  }

  /** All objects, by kind and name. */
  everything(): readonly JsonObject[] {
    return moduleKinds.flatMap((kind) => this.all(kind));
  }

  /**
   * The changes since construction or the last `settle`, in the order of each object's first change. An
   * object that was changed back is left out.
   */
  changes(): readonly ObjectChange[] {
    return [...this.#before.values()].flatMap(({ kind, name, object: before }): readonly ObjectChange[] => {
      const object = this.get(kind, name);
      if (object !== undefined) {
        return sameJson(before, object) ? [] : [{ type: "write", kind, name, object, before }];
      }
      return before === undefined ? [] : [{ type: "remove", kind, name, before }];
    });
  }

  /** Accepts all changes, so that `changes` is empty. */
  settle(): void {
    this.#before.clear();
  }

  #remember(kind: ModuleKind, name: string, object: JsonObject | undefined): void {
    const key = `${kind}/${name}`;
    if (!this.#before.has(key)) {
      this.#before.set(key, { kind, name, object });
    }
  }

  #set(object: JsonObject): void {
    const { kind, name } = placeOf(object);
    if (kind === undefined) {
      return;
    }
    this.#objects.get(kind)?.set(name, object);
    if (kind === "ModuleRelease") {
      this.#setRelease(name, object);
    }
  }

  #setRelease(name: string, object: JsonObject): void {
    const before = this.#views.get(name);
    const release = moduleReleaseOf(object, before);
    if (release === undefined || !this.#replaceRelease(before, release)) {
      this.#forgetRelease(name);
      this.#addRelease(name, release);
    }
  }

  #addRelease(name: string, release: ModuleRelease | undefined): void {
    if (release !== undefined) {
      const names = this.#releases.get(release.module) ?? new Set();
      this.#releases.set(release.module, names.add(name));
      this.#views.set(name, release);
      this.#sorted.delete(release.module);
    }
  }

  /** Replaces a release without sorting again if its position is unchanged, as it mostly is. */
  #replaceRelease(before: ModuleRelease | undefined, release: ModuleRelease): boolean {
    if (before === undefined || before.version !== release.version || before.module !== release.module) {
      return false;
    }
    this.#views.set(release.name, release);
    const sorted = this.#sorted.get(release.module);
    if (sorted !== undefined) {
      this.#sorted.set(release.module, sorted.with(sorted.indexOf(before), release));
    }
    return true;
  }

  #forgetRelease(name: string): void {
    const release = this.#views.get(name);
    if (release !== undefined) {
      this.#views.delete(name);
      const names = this.#releases.get(release.module);
      names?.delete(name);
      if (names?.size === 0) {
        this.#releases.delete(release.module);
      }
      this.#sorted.delete(release.module);
    }
  }
}

function placeOf(object: JsonObject): { readonly kind: ModuleKind | undefined; readonly name: string } {
  const kind = kindsByWord.get(stringField(object, "kind") ?? "");
  return { kind, name: nameOf(object) };
}

const kindsByWord: ReadonlyMap<string, ModuleKind> = new Map(moduleKinds.map((kind) => [kind, kind]));

/** Returns the deployed release of a module, the highest if there are several; undefined if there is none. */
export function deployedRelease(module: string, objects: ModuleObjects): ModuleRelease | undefined {
  return objects.releasesOf(module).findLast(({ phase }) => phase === "Deployed");
}
