/**
 * The content of the repository in a soak: three units, each of which waits for the previous one, and how
 * commits change them.
 */
import type { JsonObject } from "../../lib/object/json.ts";
import { configMap, dependsOn, deployment, refTo, service, type Workload } from "../apply/manifests.ts";
import type { Random } from "./random.ts";

/** The units, in the order in which they wait for each other. */
export const soakedUnits = ["base", "middle", "top"] as const;
/** The name of a unit, which is that of its release too. */
export type SoakedUnit = (typeof soakedUnits)[number];

/** Texts of files by path. */
export type Tree = ReadonlyMap<string, string>;

/** An object of the set, with its unit. */
export interface SoakedObject {
  readonly unit: SoakedUnit;
  readonly kind: string;
  readonly name: string;
  readonly manifest: JsonObject;
  /** Whether it is in every commit that is not flawed. */
  readonly isLasting: boolean;
}

/** One object in one file. Every change of it includes `version`. */
interface Part {
  readonly unit: SoakedUnit;
  readonly kind: "ConfigMap" | "Secret" | "ServiceAccount" | "Deployment" | "Service";
  readonly name: string;
  readonly version: number;
  /** The folder of its file, one of two. */
  readonly folder: string;
}

/** The most objects that commits may add to a unit. */
const mostExtras = 8;

/** Part of the value of each Secret: it must not appear in a log. */
export const secretValue = "hush-hush";

/** The current files of a set; a commit changes them. */
export class SoakedSet {
  readonly #random: Random;
  readonly #namespace: string;
  #parts: readonly Part[];
  #version = 0;

  constructor(namespace: string, random: Random) {
    this.#namespace = namespace;
    this.#random = random;
    this.#parts = soakedUnits.flatMap(coreOf);
  }

  /** All objects that should exist. */
  objects(): readonly SoakedObject[] {
    return this.#parts.map((part) => ({
      unit: part.unit,
      kind: part.kind,
      name: part.name,
      manifest: manifestOf(part, this.#namespace),
      isLasting: !isExtra(part),
    }));
  }

  /** The files with these objects. */
  tree(): Tree {
    return new Map(
      this.#parts.map((part) => [pathOf(part), `${JSON.stringify(manifestOf(part, this.#namespace))}\n`]),
    );
  }

  /** Changes the set as a commit does, in a given or random way, and returns which. */
  change(way: Way = this.#random.pick(waysByWeight)): Way {
    this.#version += 1;
    ways[way](this.#random.pick(soakedUnits), this);
    return way;
  }

  /** Edits some objects of a unit. */
  edit(unit: SoakedUnit, share: number): void {
    this.#parts = this.#parts.map((part) =>
      part.unit === unit && this.#random.chance(share) ? { ...part, version: this.#version } : part,
    );
  }

  /** Adds an object to a unit, up to the limit. */
  add(unit: SoakedUnit): void {
    if (this.#extrasOf(unit).length < mostExtras) {
      const name = `${unit}-extra-${this.#version}`;
      const part = { unit, kind: "ConfigMap", name, version: this.#version, folder: "more" } as const;
      this.#parts = [...this.#parts, part];
    }
  }

  /** Removes an object from a unit if one may be removed. */
  drop(unit: SoakedUnit): void {
    const gone = this.#extrasOf(unit).at(0);
    this.#parts = this.#parts.filter((part) => part !== gone);
  }

  /** Renames those objects of a unit that may be removed. */
  rename(unit: SoakedUnit): void {
    const extras = new Set(this.#extrasOf(unit));
    this.#parts = this.#parts.map((part, index) =>
      extras.has(part) ? { ...part, name: `${unit}-extra-${this.#version}-${index}` } : part,
    );
  }

  /** Moves the files of a unit, which changes no object. */
  move(unit: SoakedUnit): void {
    this.#parts = this.#parts.map((part) =>
      part.unit === unit ? { ...part, folder: `part-${this.#version}` } : part,
    );
  }

  #extrasOf(unit: SoakedUnit): readonly Part[] {
    return this.#parts.filter((part) => part.unit === unit && isExtra(part));
  }
}

function isExtra({ unit, name }: Part): boolean {
  return name.startsWith(`${unit}-extra-`);
}

/** The ways a commit may change a set. */
type Way = "edit" | "rewrite" | "add" | "drop" | "rename" | "move";

const ways: Readonly<Record<Way, (unit: SoakedUnit, set: SoakedSet) => void>> = {
  edit: (unit, set) => set.edit(unit, 0.2),
  rewrite: (_unit, set) => soakedUnits.forEach((unit) => set.edit(unit, 1)),
  add: (unit, set) => set.add(unit),
  drop: (unit, set) => set.drop(unit),
  rename: (unit, set) => set.rename(unit),
  move: (unit, set) => set.move(unit),
};

/** Some are more frequent than others. */
const waysByWeight: readonly Way[] = [
  ...(["edit", "edit", "edit", "rewrite", "add", "add", "add", "drop", "rename", "move"] as const),
];

/** The fixed part of a unit: most of it, so that no commit prunes more than the limits allow. */
function coreOf(unit: SoakedUnit): readonly Part[] {
  const common = { unit, version: 0, folder: "core" };
  const maps = Array.from({ length: 16 }, (_, index) => ({
    ...common,
    kind: "ConfigMap" as const,
    name: `${unit}-core-${index}`,
  }));
  const others = (["Secret", "ServiceAccount", "Deployment", "Service"] as const).map((kind) => ({
    ...common,
    kind,
    name: `${unit}-only`,
  }));
  return [...maps, ...others];
}

function pathOf({ unit, kind, name, folder }: Part): string {
  return `${unit}/${folder}/${kind.toLowerCase()}-${name}.yaml`;
}

function manifestOf(part: Part, namespace: string): JsonObject {
  return manifests[part.kind](part, namespace);
}

const manifests: Readonly<Record<Part["kind"], (part: Part, namespace: string) => JsonObject>> = {
  ConfigMap: ({ name, version }) =>
    configMap(name, { value: `${version}`, [`only-${version % 3}`]: `${version}` }),
  Secret: ({ unit, name, version }) => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name },
    stringData: { value: `${secretValue}-${unit}-${version}` },
  }),
  ServiceAccount: (part) => ({ apiVersion: "v1", kind: "ServiceAccount", metadata: labelled(part) }),
  Service: (part) => ({ ...service(part.name), metadata: labelled(part) }),
  Deployment: ({ unit, name, version }, namespace) =>
    deployment(name, {
      pod: { "converge.test/ready-after": "300ms", version: `${version}` },
      spec: { revisionHistoryLimit: 3 },
      ...waiting(unit, namespace),
    }),
};

function waiting(unit: SoakedUnit, namespace: string): Workload {
  const refs = unitsBefore(unit).map((before) => refTo(namespace, ["", "ConfigMap", `${before}-core-0`]));
  return refs.length === 0 ? {} : { annotations: dependsOn(...refs) };
}

/**
 * The units that a unit waits for; none for the first. Their objects are waited for too, whichever replica
 * reconciles them.
 */
export function unitsBefore(unit: SoakedUnit): readonly SoakedUnit[] {
  const place = soakedUnits.indexOf(unit);
  return soakedUnits.slice(Math.max(place - 1, 0), place);
}

function labelled({ name, version }: Part): JsonObject {
  return { name, labels: { "soak.example/version": `v${version}` } };
}
