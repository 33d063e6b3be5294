import { field, type JsonObject, objectField, sameJson, stringField } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import { type ModuleKind, moduleKinds } from "./module-kind.ts";
import { type ModuleRelease, moduleReleaseOf } from "./resource/module-release.ts";
import { compareVersions } from "../version/version.ts";

/** What is to become of one object: it is written as it stands here, or removed. */
export type ObjectChange =
  | {
      readonly type: "write";
      readonly kind: ModuleKind;
      readonly name: string;
      readonly object: JsonObject;
      /** As it was; undefined where it is new. */
      readonly before: JsonObject | undefined;
    }
  | {
      readonly type: "remove";
      readonly kind: ModuleKind;
      readonly name: string;
      readonly before: JsonObject;
    };

/** The objects around modules as the rules see them, by kind and name. What is read of them never changes; who decides makes a draft. */
export class ModuleObjects {
  readonly #objects: ReadonlyMap<ModuleKind, Map<string, JsonObject>>;
  readonly #releases = new Map<string, Set<string>>();
  readonly #sorted = new Map<string, readonly ModuleRelease[]>();
  readonly #before = new Map<string, { kind: ModuleKind; name: string; object: JsonObject | undefined }>();

  constructor(objects: Iterable<JsonObject> = []) {
    this.#objects = new Map(moduleKinds.map((kind) => [kind, new Map<string, JsonObject>()]));
    for (const object of objects) {
      this.#set(object);
    }
  }

  /** That object; undefined where there is none. */
  get(kind: ModuleKind, name: string): JsonObject | undefined {
    return this.#objects.get(kind)?.get(name);
  }

  /** All objects of a kind, by name. */
  all(kind: ModuleKind): readonly JsonObject[] {
    const found = [...(this.#objects.get(kind) ?? [])];
    return found.toSorted(([left], [right]) => compareText(left, right)).map(([, object]) => object);
  }

  /** The modules that have releases, by name. */
  get releasedModules(): readonly string[] {
    return [...this.#releases.keys()].toSorted(compareText);
  }

  /** The releases of a module, the lowest version first. Releases whose version cannot be read are left out. */
  releasesOf(module: string): readonly ModuleRelease[] {
    const known = this.#sorted.get(module);
    if (known !== undefined) {
      return known;
    }
    const sorted = [...(this.#releases.get(module) ?? [])]
      .flatMap((name) => moduleReleaseOf(this.get("ModuleRelease", name)) ?? [])
      .toSorted(
        (left, right) => compareVersions(left.version, right.version) || compareText(left.name, right.name),
      );
    this.#sorted.set(module, sorted);
    return sorted;
  }

  /** Takes an object in the place of the one of its kind and name. An equal one is no change. */
  put(object: JsonObject): void {
    const { kind, name } = placeOf(object);
    const before = kind === undefined ? undefined : this.get(kind, name);
    if (kind !== undefined && !sameJson(before, object)) {
      this.#remember(kind, name, before);
      this.#set(object);
    }
  }

  /** Removes an object, where there is one. */
  remove(kind: ModuleKind, name: string): void {
    const before = this.get(kind, name);
    if (before !== undefined) {
      this.#remember(kind, name, before);
      this.#objects.get(kind)?.delete(name);
      this.#forgetRelease(before);
    }
  }

  /** The same objects, to be changed apart from these; its changes begin here. O(objects). */
  draft(): ModuleObjects {
    return new ModuleObjects(this.everything());
  }

  /** All objects, by kind and name. */
  everything(): readonly JsonObject[] {
    return moduleKinds.flatMap((kind) => this.all(kind));
  }

  /** What was changed since this was made or since `settle`, in the order of the first change of each object. What is as before again is left out. */
  changes(): readonly ObjectChange[] {
    return [...this.#before.values()].flatMap(({ kind, name, object: before }): readonly ObjectChange[] => {
      const object = this.get(kind, name);
      if (object !== undefined) {
        return sameJson(before, object) ? [] : [{ type: "write", kind, name, object, before }];
      }
      return before === undefined ? [] : [{ type: "remove", kind, name, before }];
    });
  }

  /** Takes all changes as made: `changes` begins anew. */
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
    const before = this.get(kind, name);
    this.#objects.get(kind)?.set(name, object);
    if (kind === "ModuleRelease" && !this.#replaceRelease(before, object)) {
      this.#setRelease(before, object);
    }
  }

  /** Where the order stays what it was, which is most often, it is not made anew. */
  #replaceRelease(before: JsonObject | undefined, object: JsonObject): boolean {
    const [old, release] = [moduleReleaseOf(before), moduleReleaseOf(object)];
    if (old === undefined || release === undefined || field(before, "spec") !== field(object, "spec")) {
      return false;
    }
    const sorted = this.#sorted.get(release.module);
    const at = sorted?.indexOf(old) ?? -1;
    if (sorted !== undefined && at !== -1) {
      this.#sorted.set(release.module, sorted.with(at, release));
      return true;
    }
    return sorted === undefined;
  }

  #setRelease(before: JsonObject | undefined, object: JsonObject): void {
    if (before !== undefined) {
      this.#forgetRelease(before);
    }
    const module = moduleOf(object);
    if (module !== undefined) {
      const names = this.#releases.get(module) ?? new Set();
      this.#releases.set(module, names.add(placeOf(object).name));
      this.#sorted.delete(module);
    }
  }

  #forgetRelease(object: JsonObject): void {
    const { kind, name } = placeOf(object);
    const module = kind === "ModuleRelease" ? moduleOf(object) : undefined;
    if (module !== undefined) {
      const names = this.#releases.get(module);
      names?.delete(name);
      if (names?.size === 0) {
        this.#releases.delete(module);
      }
      this.#sorted.delete(module);
    }
  }
}

function placeOf(object: JsonObject): { readonly kind: ModuleKind | undefined; readonly name: string } {
  const kind = kindsByWord.get(stringField(object, "kind") ?? "");
  return { kind, name: stringField(objectField(object, "metadata"), "name") ?? "" };
}

const kindsByWord: ReadonlyMap<string, ModuleKind> = new Map(moduleKinds.map((kind) => [kind, kind]));

function moduleOf(object: JsonObject): string | undefined {
  return stringField(objectField(object, "spec"), "moduleName");
}
