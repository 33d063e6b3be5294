/**
 * A plan in pieces that are received one at a time: receiving a large plan at once would block the receiver.
 * Manifests are numbered, and sent once.
 */
import type { Manifest, SourceDocument } from "../../manifest/manifest.ts";
import { BugError } from "../../object/bug-error.ts";
import { lineStart } from "../../manifest/text/source-map.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../../object/diagnostic/source-text.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import { leastLength } from "./plan-limits.ts";
import type { Plan, PlanGroup, PlannedObject, InactiveObject, Wait } from "../../plan/plan.ts";

interface PackedDocument extends Omit<SourceDocument, "source"> {
  /** Its index among the sources of the set. */
  readonly source: number;
}

interface PackedManifest extends Omit<Manifest, "document"> {
  readonly document: PackedDocument;
}

interface PackedWait extends Omit<Wait, "cause"> {
  readonly cause: Omit<Wait["cause"], "manifest"> & { readonly manifest: number };
}

interface PackedObject extends Omit<PlannedObject, "manifest" | "waitsFor"> {
  readonly manifest: number;
  readonly waitsFor: readonly PackedWait[];
}

type PackedResting = Omit<InactiveObject, "manifest"> & { readonly manifest: number };

/** A part of a plan, small enough to be received in a few milliseconds, unless a single object is large. */
export type PlanPiece =
  | { readonly type: "manifests"; readonly items: readonly PackedManifest[] }
  | { readonly type: "group"; readonly group: Omit<PlanGroup, "objects"> }
  /** Of the latest group. */
  | { readonly type: "objects"; readonly items: readonly PackedObject[] }
  | { readonly type: "resting"; readonly items: readonly PackedResting[] }
  | { readonly type: "diagnostics"; readonly items: readonly Diagnostic[] };

/** Approximate characters of a piece. */
const pieceWeight = 200_000;

/**
 * Characters of the largest document in which positions can be looked up once the plan was reassembled: that
 * takes parsing it again.
 */
const largestSearched = 64 * 1024;

/** Splits the plan of a set with these sources into pieces. */
export function* planPieces(
  { groups, resting, diagnostics }: Plan,
  sources: readonly SourceText[],
): Generator<PlanPiece> {
  const sourceNumbers = new Map(sources.map((source, index) => [source, index]));
  const numbers = new Map<Manifest, number>();
  const planned = groups.flatMap(({ objects }) => objects);
  const named = [
    ...planned.map(({ manifest }) => manifest),
    ...planned.flatMap(({ waitsFor }) => waitsFor.map(({ cause }) => cause.manifest)),
    ...resting.map(({ manifest }) => manifest),
  ];
  for (const manifest of named) {
    if (!numbers.has(manifest)) {
      numbers.set(manifest, numbers.size);
    }
  }
  const numberOf = (manifest: Manifest): number => numbers.get(manifest) ?? -1;
  for (const items of portions([...numbers.keys()], ({ value }) => 100 + 2 * leastLength(value))) {
    yield { type: "manifests", items: items.map((manifest) => packManifest(manifest, sourceNumbers)) };
  }
  for (const { objects, ...group } of groups) {
    yield { type: "group", group };
    for (const items of portions(objects, ({ waitsFor }) => 300 * (1 + waitsFor.length))) {
      yield { type: "objects", items: items.map((object) => packObject(object, numberOf)) };
    }
  }
  for (const items of portions(resting, () => 100)) {
    yield {
      type: "resting",
      items: items.map(({ manifest, owned }) => ({ owned, manifest: numberOf(manifest) })),
    };
  }
  for (const items of portions(diagnostics, ({ message }) => 300 + message.length)) {
    yield { type: "diagnostics", items };
  }
}

function* portions<Item>(items: readonly Item[], weigh: (item: Item) => number): Generator<readonly Item[]> {
  let portion: Item[] = [];
  let weight = 0;
  for (const item of items) {
    portion.push(item);
    weight += weigh(item);
    if (weight >= pieceWeight) {
      yield portion;
      [portion, weight] = [[], 0];
    }
  }
  if (portion.length > 0) {
    yield portion;
  }
}

function packManifest(manifest: Manifest, sourceNumbers: ReadonlyMap<SourceText, number>): PackedManifest {
  const { source, ...extent } = manifest.document;
  const isLong = extent.end - extent.start > largestSearched;
  const document = isLong ? { ...extent, ...emptyAt(manifest) } : extent;
  return { ...manifest, document: { ...document, source: sourceNumbers.get(source) ?? -1 } };
}

/** Returns an empty range where the object begins: every lookup of a position in it gives this one. */
function emptyAt(manifest: Manifest): Pick<SourceDocument, "start" | "end" | "line"> {
  const { line, column = 1 } = fieldOrigin(manifest, [], "value");
  const start = lineStart(manifest.document.source, line) + column - 1;
  return { start, end: start, line };
}

function packObject(
  { manifest, waitsFor, ...object }: PlannedObject,
  numberOf: (manifest: Manifest) => number,
): PackedObject {
  return {
    ...object,
    manifest: numberOf(manifest),
    waitsFor: waitsFor.map(({ cause, ...wait }) => ({
      ...wait,
      cause: { ...cause, manifest: numberOf(cause.manifest) },
    })),
  };
}

/** Reassembles a plan. */
export class PlanAssembly {
  readonly #frame: Pick<Plan, "action" | "release" | "namespace">;
  readonly #sources: readonly SourceText[];
  /** By source, index and start: the objects of a List share their document. */
  readonly #documents = new Map<string, SourceDocument>();
  readonly #manifests: Manifest[] = [];
  readonly #groups: { readonly group: Omit<PlanGroup, "objects">; readonly objects: PlannedObject[] }[] = [];
  readonly #resting: InactiveObject[] = [];
  readonly #diagnostics: Diagnostic[] = [];

  constructor(frame: Pick<Plan, "action" | "release" | "namespace">, sources: readonly SourceText[]) {
    this.#frame = frame;
    this.#sources = sources;
  }

  /** Adds a piece; pieces come in the order in which `planPieces` yields them. */
  add(piece: PlanPiece): void {
    switch (piece.type) {
      case "manifests":
        for (const manifest of piece.items) {
          this.#manifests.push({ ...manifest, document: this.#documentOf(manifest) });
        }
        break;
      case "group":
        this.#groups.push({ group: piece.group, objects: [] });
        break;
      case "objects":
        this.#groups.at(-1)?.objects.push(...piece.items.map((object) => this.#unpacked(object)));
        break;
      case "resting":
        for (const { owned, manifest } of piece.items) {
          this.#resting.push({ owned, manifest: this.#manifest(manifest) });
        }
        break;
      case "diagnostics":
        this.#diagnostics.push(...piece.items);
        break;
    }
  }

  /** Returns the plan once all pieces were added. */
  finish(refused: boolean): PlanResult {
    const { action, release, namespace } = this.#frame;
    const groups = this.#groups.map(({ group, objects }) => ({ ...group, objects }));
    const plan = {
      action,
      release,
      namespace,
      groups,
      resting: this.#resting,
      diagnostics: this.#diagnostics,
    };
    return { plan, refused };
  }

  #manifest(number: number): Manifest {
    const manifest = this.#manifests[number];
    if (manifest === undefined) {
      throw new BugError(`a plan in pieces lacks its manifest ${number}`);
    }
    return manifest;
  }

  #unpacked({ manifest, waitsFor, ...object }: PackedObject): PlannedObject {
    return {
      ...object,
      manifest: this.#manifest(manifest),
      waitsFor: waitsFor.map(({ cause, ...wait }) => ({
        ...wait,
        cause: { ...cause, manifest: this.#manifest(cause.manifest) },
      })),
    };
  }

  #documentOf({ document, origin }: PackedManifest): SourceDocument {
    const { source: number, ...extent } = document;
    const key = `${number} ${extent.index} ${extent.start}`;
    const known = this.#documents.get(key);
    if (known !== undefined) {
      return known;
    }
    const shared = { ...extent, source: this.#sources[number] ?? { name: origin.file, text: "" } };
    this.#documents.set(key, shared);
    return shared;
  }
}
