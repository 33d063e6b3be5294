import { definedKind, isDefinitionKind } from "../../manifest/crd.ts";
import { ApiError } from "../../client/model/api-error.ts";
import type { Call } from "../../client/model/cluster.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import { type JsonObject, field, listField, objectField, stringField } from "../../object/json.ts";
import { annotationOf, refOf } from "../../object/metadata.ts";
import { type GroupKind, groupKindKey, versionOf } from "../../object/object-ref.ts";
import { definitionFactsOf, type DefinitionFacts, type Surroundings } from "../../readiness/readiness.ts";
import { isTrue } from "../../readiness/condition/condition.ts";
import { attemptDelay } from "../model/run-context.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import type { RunContext } from "../model/run-context.ts";

type Facts = Partial<Pick<Surroundings, "definition" | "bindingMode" | "served">>;

const definitions: GroupKind = { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" };
const apiServices: GroupKind = { group: "apiregistration.k8s.io", kind: "APIService" };
const storageClasses: GroupKind = { group: "storage.k8s.io", kind: "StorageClass" };
const defaultClass = "storageclass.kubernetes.io/is-default-class";

/**
 * Lookups of readiness beyond the object itself: CRDs, storage classes, discovery. Each is requested at most
 * once, and only when something depends on it, which is called again when the answer arrives. What may not be
 * read stays unknown.
 */
export class ReadinessLookups {
  readonly #context: RunContext;
  readonly #kinds: RestMapper;
  readonly #ofSet: ReadonlyMap<string, JsonObject>;
  readonly #answers = new Map<string, { value: unknown }>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #asking = new Set<Promise<void>>();

  /** `ofSet`: the CRDs of the set, by group and kind of what they define. */
  constructor(context: RunContext, kinds: RestMapper, ofSet: ReadonlyMap<string, JsonObject>) {
    this.#context = context;
    this.#kinds = kinds;
    this.#ofSet = ofSet;
  }

  /** Returns the facts known so far about the context of an object. `again` is called once more is known. */
  of(object: JsonObject, again: () => void): Facts {
    const ref = refOf(object);
    if (isDefinitionKind(ref)) {
      return { served: this.#isDefinitionServed(object, again) };
    }
    if (ref.group === apiServices.group && ref.kind === apiServices.kind) {
      return { served: this.#isApiServed(object, again) };
    }
    if (ref.group === "" && ref.kind === "PersistentVolumeClaim") {
      return this.#binding(object, again);
    }
    return builtinKind(ref.group, ref.kind) === undefined ? this.#defined(object, again) : {};
  }

  /**
   * Resolves once all requests made until now are answered, or given up because the signal of the run context
   * has aborted.
   */
  async settled(): Promise<void> {
    await Promise.all(this.#asking);
  }

  #defined(object: JsonObject, again: () => void): Facts {
    const { group, kind } = refOf(object);
    const version = versionOf(stringField(object, "apiVersion") ?? "");
    const inSet = this.#ofSet.get(groupKindKey({ group, kind }));
    if (inSet !== undefined) {
      return { definition: definitionFactsOf(inSet, version) };
    }
    const plural = this.#kinds.find({ group, kind })?.plural;
    if (plural === undefined) {
      return {};
    }
    const definition = this.#ask<DefinitionFacts>(
      `definition ${plural}.${group}/${version}`,
      again,
      async (call) => {
        const resource = this.#kinds.require(definitions, "v1");
        const found = await this.#context.cluster.get(
          { resource, namespace: "", name: `${plural}.${group}` },
          call,
        );
        return definitionFactsOf(found, version);
      },
    );
    return definition === undefined ? {} : { definition };
  }

  /** The binding mode of the storage class of a claim, or of the default class. */
  #binding(claim: JsonObject, again: () => void): Facts {
    if (stringField(objectField(claim, "status"), "phase") === "Bound") {
      return {};
    }
    const name = stringField(objectField(claim, "spec"), "storageClassName");
    const bindingMode = this.#ask<string>(`storage class ${name ?? ""}`, again, async (call) => {
      const resource = this.#kinds.require(storageClasses, "v1");
      const found =
        name === undefined
          ? (await this.#context.cluster.list({ resource }, call)).find(
              (each) => annotationOf(each, defaultClass) === "true",
            )
          : await this.#context.cluster.get({ resource, namespace: "", name }, call);
      return stringField(found, "volumeBindingMode");
    });
    return bindingMode === undefined ? {} : { bindingMode };
  }

  /** Reports whether discovery lists every served version of a CRD. */
  #isDefinitionServed(definition: JsonObject, again: () => void): boolean {
    const { group, kind } = definedKind(definition);
    const versions = listField(objectField(definition, "spec"), "versions").filter(
      (version) => field(version, "served") === true,
    );
    const isServed = (): boolean =>
      versions.every(
        (version) => this.#kinds.find({ group, kind }, stringField(version, "name") ?? "") !== undefined,
      );
    return this.#isServed(`${group}/${kind}`, {
      isDue: isTrue(definition, "Established"),
      isServed,
      again,
    });
  }

  /** Reports whether discovery lists the group and version of an APIService, which may have no kinds yet. */
  #isApiServed(api: JsonObject, again: () => void): boolean {
    const spec = objectField(api, "spec");
    const group = stringField(spec, "group") ?? "";
    const version = stringField(spec, "version") ?? "";
    const isServed = (): boolean => this.#kinds.serves(group, version);
    const isDue = isTrue(api, "Available");
    return this.#isServed(`${group}/${version}`, { isDue, isServed, again });
  }

  /**
   * Reports whether discovery lists it; once that is due, discovery is repeated, with growing pauses, until
   * it does.
   */
  #isServed(
    key: string,
    {
      isDue,
      isServed,
      again,
    }: { readonly isDue: boolean; readonly isServed: () => boolean; readonly again: () => void },
  ): boolean {
    if (isServed()) {
      return true;
    }
    if (isDue) {
      this.#ask<boolean>(`served ${key}`, again, async (call) => {
        for (let attempt = 1; !isServed() && !call.signal.aborted; attempt += 1) {
          await this.#kinds.refresh(call).catch(letPass);
          if (!isServed()) {
            await this.#context.clock.sleep(attemptDelay(attempt, this.#context) / 2, call.signal);
          }
        }
        return true;
      });
    }
    return false;
  }

  /**
   * Returns the answer if it is known; otherwise requests it, once, and calls back. A refusal leaves it
   * unknown.
   */
  #ask<Value>(
    key: string,
    again: () => void,
    ask: (call: Call) => Promise<Value | undefined>,
  ): Value | undefined {
    const known = this.#answers.get(key);
    if (known !== undefined) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key always asks for the same
      return known.value as Value | undefined;
    }
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) {
      waiting.add(again);
      return undefined;
    }
    this.#waiting.set(key, new Set([again]));
    const asking = this.#find(key, ask);
    this.#asking.add(asking);
    void asking.then(() => this.#asking.delete(asking));
    return undefined;
  }

  async #find(key: string, ask: (call: Call) => Promise<unknown>): Promise<void> {
    const value = await ask({ signal: this.#context.signal }).catch(() => undefined);
    this.#answers.set(key, { value });
    const callbacks = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    for (const callback of callbacks) {
      callback();
    }
  }
}

/** The CRDs among objects, by group and kind of what they define. */
export function definitionsByKind(objects: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const object of objects.filter((each) => isDefinitionKind(refOf(each)))) {
    found.set(groupKindKey(definedKind(object)), object);
  }
  return found;
}

/** Ignores a refusal: the server may answer a moment later. */
function letPass(error: unknown): void {
  if (!(error instanceof ApiError)) {
    throw error;
  }
}
