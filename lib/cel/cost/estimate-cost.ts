import type {
  CheckedExpression,
  Expression,
  ListExpression,
  Literal,
  MapExpression,
  ObjectExpression,
  Select,
} from "../model/expression.ts";
import type { CelType } from "../model/type.ts";
import { perList } from "./call-estimate.ts";
import { either, type Estimate, exactly, nothing, one, plus, sum, unknownEstimate } from "./estimate.ts";
import { estimateCall } from "./estimate-call.ts";
import { localOf, noteEntries, createSizeTable, sizePath, knownSize, sizedType } from "./size-table.ts";
import { extendPath, variablePath } from "./type-path.ts";
import { estimateComprehension, type Estimation } from "./estimate-loop.ts";

const perMap = 30;
const perObject = 40;

/**
 * Estimates the minimum and maximum cost of an evaluation, in the units of Kubernetes' limits; at most
 * `unbounded`. `root` is the type of the variables, whose parts bound the sizes; without it no sizes are
 * known. The API server admits and rejects rules by the maximum cost. Complexity: linear in the expression.
 * Kubernetes documentation, "Resource use by validation functions".
 */
export function estimateCost(checked: CheckedExpression, root: CelType | undefined): Estimate {
  const work: Estimation = {
    checked,
    book: createSizeTable(checked.types, root),
    estimate: (part) => estimatePart(work, part),
  };
  return work.estimate(checked.root);
}

function estimatePart(work: Estimation, part: Expression): Estimate {
  if (part.kind === "identifier") {
    work.book.paths.set(part.id, localOf(work.book, part)?.path ?? variablePath(part.name));
    return one;
  }
  if (part.kind === "select") {
    return estimateSelect(work, part);
  }
  if (part.kind === "call") {
    return estimateCall(work, part);
  }
  return part.kind === "comprehension" ? estimateComprehension(work, part) : estimateWritten(work, part);
}

/** Estimates a literal, a list, a map, or an object. */
function estimateWritten(
  work: Estimation,
  part: Literal | ListExpression | MapExpression | ObjectExpression,
): Estimate {
  if (part.kind === "literal") {
    return nothing;
  }
  if (part.kind === "list") {
    return estimateList(work, part);
  }
  return part.kind === "map"
    ? estimateMap(work, part)
    : plus(sum(part.entries.map((entry) => work.estimate(entry.value))), exactly(perObject));
}

/** Testing for a field costs nothing. */
function estimateSelect(work: Estimation, select: Select): Estimate {
  const operand = work.estimate(select.operand);
  if (select.testOnly) {
    return operand;
  }
  const path = extendPath(sizePath(work.book, select.operand), writtenField(work, select));
  work.book.paths.set(select.id, path);
  const { kind } = sizedType(work.book, select.operand);
  return kind === "map" || kind === "object" || kind === "parameter" ? plus(operand, one) : operand;
}

/**
 * Returns the field as it appears in the text. `self.namespace` selects the field that types call
 * `__namespace__`, but the API server's estimate looks for the size of a field `namespace`, and finds none.
 */
function writtenField({ checked }: Estimation, { field, offset }: Select): string {
  const isReserved = field.startsWith("__") && field.endsWith("__");
  return isReserved && !/^[.\s]*__/v.test(checked.text.slice(offset, offset + 100))
    ? field.slice(2, -2)
    : field;
}

function estimateList(work: Estimation, list: ListExpression): Estimate {
  let cost = exactly(perList);
  let value: Estimate | undefined;
  for (const element of list.elements) {
    cost = plus(cost, work.estimate(element));
    value = eitherSize(work, value, element);
  }
  noteEntries(work.book, list, { container: "list", key: one, value: value ?? nothing });
  return cost;
}

function estimateMap(work: Estimation, map: MapExpression): Estimate {
  let cost = exactly(perMap);
  let key: Estimate | undefined;
  let value: Estimate | undefined;
  for (const entry of map.entries) {
    cost = sum([cost, work.estimate(entry.key), work.estimate(entry.value)]);
    key = eitherSize(work, key, entry.key);
    value = eitherSize(work, value, entry.value);
  }
  noteEntries(work.book, map, { container: "map", key: key ?? nothing, value: value ?? nothing });
  return cost;
}

/** Returns the size of one of the parts before, or of this one. */
function eitherSize({ book }: Estimation, before: Estimate | undefined, part: Expression): Estimate {
  const size = knownSize(book, part) ?? unknownEstimate;
  return before === undefined ? size : either(before, size);
}
