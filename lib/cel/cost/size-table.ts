import type { Expression } from "../model/expression.ts";
import { type CelType, simpleTypes } from "../model/type.ts";
import { actualSize } from "./actual-size.ts";
import type { Operand } from "./call-estimate.ts";
import { either, type Estimate, exactly, one } from "./estimate.ts";
import { declaredSize, extendPath, noPath, type TypePath } from "./type-path.ts";

/** How long the keys (or indices) and the values of a list or map may be. */
export interface EntrySizes {
  readonly container: "list" | "map";
  readonly key: Estimate;
  readonly value: Estimate;
}

/** A variable of a loop or a binding: where it comes from and how long it may be. */
interface Local {
  readonly path: TypePath;
  readonly size?: Estimate | undefined;
  readonly entries?: EntrySizes | undefined;
}

/**
 * What an estimate has found out so far about the parts of an expression: where they come from and how long
 * they may be.
 */
export interface SizeTable {
  readonly types: ReadonlyMap<number, CelType>;
  /** The type of every variable, where they have one whose sizes are known. */
  readonly root: CelType | undefined;
  readonly paths: Map<number, TypePath>;
  readonly sizes: Map<number, Estimate>;
  readonly entries: Map<number, EntrySizes>;
  readonly locals: Map<string, Local[]>;
}

/** A book with nothing in it yet. */
export function createSizeTable(types: ReadonlyMap<number, CelType>, root: CelType | undefined): SizeTable {
  return { types, root, paths: new Map(), sizes: new Map(), entries: new Map(), locals: new Map() };
}

/** The type of a part. */
export function sizedType(book: SizeTable, expression: Expression): CelType {
  return book.types.get(expression.id) ?? simpleTypes.dyn;
}

/** The variable of a loop or a binding that a name stands for here. */
export function localOf(book: SizeTable, expression: Expression): Local | undefined {
  return expression.kind === "identifier" ? book.locals.get(expression.name)?.at(-1) : undefined;
}

/** Where a part comes from. */
export function sizePath(book: SizeTable, expression: Expression): TypePath {
  return localOf(book, expression)?.path ?? book.paths.get(expression.id) ?? noPath;
}

/**
 * How long a part may be; undefined where nothing is known. What a type says is remembered, which keeps it
 * from changing.
 */
export function knownSize(book: SizeTable, expression: Expression): Estimate | undefined {
  const known = book.sizes.get(expression.id) ?? writtenSize(expression);
  if (known !== undefined) {
    return known;
  }
  const declared = declaredSize(book.root, sizePath(book, expression));
  if (declared !== undefined) {
    book.sizes.set(expression.id, declared);
    return declared;
  }
  return isScalar(sizedType(book, expression)) ? one : localOf(book, expression)?.size;
}

/** Notes how long a part may be, where it is known. */
export function recordSize(book: SizeTable, expression: Expression, size: Estimate | undefined): void {
  if (size !== undefined) {
    book.sizes.set(expression.id, size);
  }
}

/** How long the entries of a part may be; undefined where nothing is known. */
export function entriesOf(book: SizeTable, expression: Expression): EntrySizes | undefined {
  return book.entries.get(expression.id) ?? localOf(book, expression)?.entries;
}

/** Notes how long the entries of a part may be, where it is known. */
export function noteEntries(book: SizeTable, expression: Expression, entries: EntrySizes | undefined): void {
  if (entries !== undefined) {
    book.entries.set(expression.id, entries);
  }
}

/** The entries of one or the other, where both are known. */
export function eitherEntries(
  left: EntrySizes | undefined,
  right: EntrySizes | undefined,
): EntrySizes | undefined {
  return (
    left &&
    right && {
      container: left.container,
      key: either(left.key, right.key),
      value: either(left.value, right.value),
    }
  );
}

/**
 * A part as what a call is given. The variables in which loops gather their result are no variables with a
 * type.
 */
export function operandOf(book: SizeTable, expression: Expression): Operand {
  const path = sizePath(book, expression);
  const gathers = path.length > 0 && (path.steps[0] === "@result" || path.steps[0] === "__result__");
  return {
    type: sizedType(book, expression),
    path: gathers ? noPath : path,
    expression,
    size: knownSize(book, expression),
  };
}

/** Opens the scope of a variable that is bound to a part. */
export function bindLocal(book: SizeTable, name: string, value: Expression): void {
  pushLocal(book, name, {
    path: sizePath(book, value),
    entries: entriesOf(book, value),
    size: knownSize(book, value),
  });
}

/** Opens the scope of a variable that goes over the keys of a map or the indices of a list. */
export function bindKeys(book: SizeTable, name: string, range: Expression): void {
  const step = isList(book, range) ? "@indices" : "@keys";
  const path = extendPath(sizePath(book, range), step);
  pushLocal(book, name, { path, size: entriesOf(book, range)?.key });
}

/** Opens the scope of a variable that goes over the values of a map or the entries of a list. */
export function bindValues(book: SizeTable, name: string, range: Expression): void {
  const step = isList(book, range) ? "@items" : "@values";
  const path = extendPath(sizePath(book, range), step);
  pushLocal(book, name, { path, size: entriesOf(book, range)?.value });
}

/** Opens the scope of the only variable of a loop: over the entries of a list, over the keys of a map. */
export function bindEntries(book: SizeTable, name: string, range: Expression): void {
  if (isList(book, range)) {
    bindValues(book, name, range);
  } else {
    bindKeys(book, name, range);
  }
}

function isList(book: SizeTable, range: Expression): boolean {
  return (entriesOf(book, range)?.container ?? sizedType(book, range).kind) === "list";
}

/** Closes the scope that was opened last for a name. */
export function unbind(book: SizeTable, name: string): void {
  book.locals.get(name)?.pop();
}

function pushLocal(book: SizeTable, name: string, local: Local): void {
  const shadowed = book.locals.get(name);
  if (shadowed === undefined) {
    book.locals.set(name, [local]);
  } else {
    shadowed.push(local);
  }
}

function writtenSize(expression: Expression): Estimate | undefined {
  if (expression.kind === "literal") {
    return exactly(actualSize(expression.value));
  }
  if (expression.kind === "list") {
    return exactly(expression.elements.length);
  }
  return expression.kind === "map" ? exactly(expression.entries.length) : undefined;
}

function isScalar(type: CelType): boolean {
  let inner = type;
  while (inner.kind === "optional") {
    inner = inner.value;
  }
  return scalars.has(inner.kind);
}

const scalars: ReadonlySet<CelType["kind"]> = new Set([
  "bool",
  "double",
  "duration",
  "int",
  "timestamp",
  "uint",
]);
