/**
 * Keeps values that a chart generates at random as they are in the cluster. A password that each rendering
 * generates again is created once: the database that was set up with it knows no other.
 */
import type { ReadObject } from "../../manifest/manifest.ts";
import {
  randomDiagnostics,
  type RandomFate,
  type RandomField,
  type RandomObject,
  replaceAt,
} from "../../manifest/random-fields.ts";
import { keepRandomText } from "../../manifest/random-text.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import { entries, field, isArray, type JsonValue, stringField } from "../../object/json.ts";
import { groupOf, versionOf } from "../../object/object-ref.ts";
import type { SetLookups } from "../observe/set-lookups.ts";

/** A set of which two renderings differ. */
export interface RandomSet {
  readonly objects: readonly ReadObject[];
  readonly found: readonly Diagnostic[];
  readonly random: readonly RandomObject[];
  /** The namespace of objects that name none. */
  readonly namespace: string;
  /** Whether values in the cluster are kept. */
  readonly keeps: boolean;
}

/**
 * Replaces random values of Secrets by those in the cluster, if they exist. Values of other objects (a
 * certificate of a webhook, a checksum of a Secret in an annotation) are kept as well, unless some Secret of
 * the set is created: then they have to match it. Reports the fate of each value. Sends no request for a set
 * without random values.
 */
export async function keepRandom(
  set: RandomSet,
  lookups: Pick<SetLookups, "objects">,
): Promise<Pick<RandomSet, "objects" | "found">> {
  const { objects, found, random } = set;
  if (random.length === 0) {
    return { objects, found };
  }
  const inCluster = await lookups.objects(
    random.map(({ object: { apiVersion, kind, namespace, name } }) => ({
      group: groupOf(apiVersion),
      kind,
      version: versionOf(apiVersion),
      namespace: namespace || set.namespace,
      name,
    })),
  );
  const live = new Map(random.map(({ object }, index) => [object, inCluster[index]] as const));
  const keeping = new Keeping(live, set);
  return {
    objects: objects.map((object) => keeping.kept(object)),
    found: [...found, ...randomDiagnostics(random, (object, changed) => keeping.fateOf(object, changed))],
  };
}

class Keeping {
  readonly #live: ReadonlyMap<ReadObject, JsonValue | undefined>;
  /** The values that replace random ones. */
  readonly #values = new Map<RandomField, JsonValue>();
  readonly #fields: ReadonlyMap<ReadObject, readonly RandomField[]>;

  constructor(
    live: ReadonlyMap<ReadObject, JsonValue | undefined>,
    { random, keeps }: Pick<RandomSet, "random" | "keeps">,
  ) {
    this.#live = live;
    this.#fields = new Map(random.map(({ object, fields }) => [object, fields]));
    if (keeps) {
      this.#keepSecrets(random);
      this.#keepRest(random);
    }
  }

  kept(object: ReadObject): ReadObject {
    const changes = (this.#fields.get(object) ?? []).flatMap((each) => {
      const value = this.#values.get(each);
      return value === undefined ? [] : [{ path: each.path, value }];
    });
    return changes.length === 0 ? object : { ...object, value: replaceAt(object.value, changes) };
  }

  fateOf(object: ReadObject, changed: RandomField): RandomFate {
    if (this.#values.has(changed)) {
      return "kept";
    }
    return this.#live.get(object) === undefined ? "new" : "replaced";
  }

  #keepSecrets(random: readonly RandomObject[]): void {
    for (const { object, fields } of random.filter(({ object: { kind } }) => kind === "Secret")) {
      for (const each of fields) {
        this.#keep(each, secretValue(each, this.#live.get(object)));
      }
    }
  }

  #keepRest(random: readonly RandomObject[]): void {
    const values = random.flatMap(({ object, fields }) =>
      fields.filter(({ path }) => isSecretValue(object, path)),
    );
    const links = new Map(values.flatMap((each) => linksOf(each, this.#values.get(each))));
    const isWhole = values.length > 0 && values.every((each) => this.#values.has(each));
    for (const { object, fields } of random) {
      for (const each of fields.filter((one) => !isSecretValue(object, one.path))) {
        const own = isWhole ? liveAt(this.#live.get(object), object.value, each.path) : undefined;
        const linked = typeof each.first === "string" ? links.get(each.first) : undefined;
        this.#keep(each, linked ?? own);
      }
    }
  }

  #keep(changed: RandomField, live: JsonValue | undefined): void {
    const { first, second } = changed;
    if (live === undefined || typeof live !== typeof first || typeof live === "object") {
      return;
    }
    const isText = typeof first === "string" && typeof second === "string" && typeof live === "string";
    this.#values.set(changed, isText ? keptText(changed, { first, second, live }) : live);
  }
}

function isSecretValue({ kind }: ReadObject, path: RandomField["path"]): boolean {
  return kind === "Secret" && path.length === 2 && (path[0] === "data" || path[0] === "stringData");
}

/** The live value of a Secret's field, in the form in which the manifest specifies it. */
function secretValue(
  { path: [part, key], ...rest }: RandomField,
  live: JsonValue | undefined,
): JsonValue | undefined {
  const value = stringField(field(live, "data"), String(key));
  if (value === undefined || rest.first === undefined) {
    return undefined;
  }
  return part === "stringData" ? decoded(value) : value;
}

/** Undefined if it is not text. */
function decoded(base64: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, "base64"));
  } catch {
    return undefined;
  }
}

function encoded(text: string): string {
  return Buffer.from(text).toString("base64");
}

interface Texts {
  readonly first: string;
  readonly second: string;
  readonly live: string;
}

/** Keeps the random parts of a text; values in `data` of a Secret are base64. */
function keptText({ path: [part] }: RandomField, { first, second, live }: Texts): string {
  if (part !== "data") {
    return keepRandomText(first, second, live);
  }
  const [own, other, kept] = [first, second, live].map(decoded);
  return own === undefined || other === undefined || kept === undefined
    ? live
    : encoded(keepRandomText(own, other, kept));
}

/**
 * The replacements for other objects that hold the same value as a Secret, in base64 or not: they have to
 * hold what the Secret keeps.
 */
function linksOf(
  { path: [part], first }: RandomField,
  kept: JsonValue | undefined,
): readonly (readonly [string, string])[] {
  if (typeof first !== "string" || typeof kept !== "string") {
    return [];
  }
  const texts = part === "data" ? [decoded(first), decoded(kept)] : [first, kept];
  const [own, live] = texts;
  const plain =
    own === undefined || live === undefined
      ? []
      : ([
          [own, live],
          [encoded(own), encoded(live)],
        ] as const);
  return [...plain, [first, kept]];
}

/** The live value at the path. In a list of named entries, that of the entry with the same name. */
function liveAt(
  live: JsonValue | undefined,
  written: JsonValue,
  path: RandomField["path"],
): JsonValue | undefined {
  let found = live;
  let own: JsonValue | undefined = written;
  for (const step of path) {
    const next: JsonValue | undefined = typeof step === "number" ? entries(own)[step] : field(own, step);
    if (typeof step === "number" && isArray(found)) {
      const name = stringField(next, "name");
      found = name === undefined ? found[step] : found.find((each) => stringField(each, "name") === name);
    } else {
      found = typeof step === "string" ? field(found, step) : undefined;
    }
    own = next;
  }
  return found;
}
