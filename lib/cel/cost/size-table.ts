import { append } from "../../object/append.ts";
import type { Expression } from "../model/expression.ts";
import { type CelType, simpleTypes } from "../model/type.ts";
import { actualSize } from "./actual-size.ts";
import type { Operand } from "./call-estimate.ts";
import { either, type Estimate, exactly, one } from "./estimate.ts";
import { declaredSize, extendPath, noPath, type TypePath } from "./type-path.ts";

/** The sizes of the keys (or indices) and the values of a list or map. */
export interface EntrySizes {
  readonly container: "list" | "map";
  readonly key: Estimate;
  readonly value: Estimate;
}

/** A variable of a loop or a binding: its origin and its size. */
interface Local {
  readonly path: TypePath;
  readonly size?: Estimate | undefined;
  readonly entries?: EntrySizes | undefined;
}

/** The origins and sizes of the parts of an expression, as far as an estimate has found them out. */
export interface SizeTable {
  readonly types: ReadonlyMap<number, CelType>;
  /** The type of every variable, if its sizes are known. */
  readonly root: CelType | undefined;
  readonly paths: Map<number, TypePath>;
  readonly sizes: Map<number, Estimate>;
  readonly entries: Map<number, EntrySizes>;
  readonly locals: Map<string, Local[]>;
}

/** Returns an empty size table. */
export function createSizeTable(types: ReadonlyMap<number, CelType>, root: CelType | undefined): SizeTable {
  return { types, root, paths: new Map(), sizes: new Map(), entries: new Map(), locals: new Map() };
}

/** Returns the type of a part. */
export function sizedType(book: SizeTable, expression: Expression): CelType {
  return book.types.get(expression.id) ?? simpleTypes.dyn;
}

/** Returns the variable of a loop or a binding that a name refers to in the current scope. */
export function localOf(book: SizeTable, expression: Expression): Local | undefined {
  return expression.kind === "identifier" ? book.locals.get(expression.name)?.at(-1) : undefined;
}

/** Returns the origin of a part. */
export function sizePath(book: SizeTable, expression: Expression): TypePath {
  return localOf(book, expression)?.path ?? book.paths.get(expression.id) ?? noPath;
}

/**
 * Returns the size of a part; undefined if unknown. A declared size is recorded, so it does not change later.
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

/** Records the size of a part, if it is known. */
export function recordSize(book: SizeTable, expression: Expression, size: Estimate | undefined): void {
  if (size !== undefined) {
    book.sizes.set(expression.id, size);
  }
}

/** Returns the sizes of the entries of a part; undefined if unknown. */
export function entriesOf(book: SizeTable, expression: Expression): EntrySizes | undefined {
  return book.entries.get(expression.id) ?? localOf(book, expression)?.entries;
}

/** Records the sizes of the entries of a part, if they are known. */
export function noteEntries(book: SizeTable, expression: Expression, entries: EntrySizes | undefined): void {
  if (entries !== undefined) {
    book.entries.set(expression.id, entries);
  }
}

/** Returns sizes that cover the entries of either part, if both are known. */
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
 * Returns a part as an operand of a call. The accumulators of loops do not count as variables with a type.
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

/** Opens the scope of a variable that iterates over the keys of a map or the indices of a list. */
export function bindKeys(book: SizeTable, name: string, range: Expression): void {
  const step = isList(book, range) ? "@indices" : "@keys";
  const path = extendPath(sizePath(book, range), step);
  pushLocal(book, name, { path, size: entriesOf(book, range)?.key });
}

/** Opens the scope of a variable that iterates over the values of a map or the entries of a list. */
export function bindValues(book: SizeTable, name: string, range: Expression): void {
  const step = isList(book, range) ? "@items" : "@values";
  const path = extendPath(sizePath(book, range), step);
  pushLocal(book, name, { path, size: entriesOf(book, range)?.value });
}

/** Opens the scope of the only variable of a loop: over the entries of a list, or over the keys of a map. */
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

/** Closes the innermost scope of a name. */
export function unbind(book: SizeTable, name: string): void {
  book.locals.get(name)?.pop();
}

function pushLocal(book: SizeTable, name: string, local: Local): void {
  append(book.locals, name, local);
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
