import {
  CelFailure,
  type ListExpression,
  type MapExpression,
  type MessageType,
  type ObjectExpression,
} from "../model/expression.ts";
import { type CelKey, type CelValue, celList } from "../model/value.ts";
import { isKey, celMap } from "./entry-key.ts";
import { startComparing } from "./equality.ts";
import {
  charge,
  type Compiler,
  type Frame,
  type StepOutcome,
  type EvaluationPart,
  type EvaluationScope,
  type EvaluationStep,
} from "./step.ts";
import { isOptional } from "../model/value-kind.ts";

/** The frame for constants, which use no variable and cost nothing. */
const noFrame: Frame = {
  variables: () => undefined,
  meter: { spent: 0, limit: 0 },
  comparing: startComparing(),
  slots: [],
};

const listCost = 10;
const mapCost = 30;
const objectCost = 40;

/**
 * Compiles `[a, ?b]`, `{key: value, ?key: value}`, `Name{field: value}`. Lists and maps of constants are
 * constants.
 */
export function constructionPart(
  compiler: Compiler,
  expression: ListExpression | MapExpression | ObjectExpression,
  scope: EvaluationScope | undefined,
): EvaluationPart {
  if (expression.kind === "list") {
    return listPart(compiler, expression, scope);
  }
  return expression.kind === "map"
    ? mapPart(compiler, expression, scope)
    : objectPart(compiler, expression, scope);
}

function listPart(
  compiler: Compiler,
  list: ListExpression,
  scope: EvaluationScope | undefined,
): EvaluationPart {
  const parts = list.elements.map((element) => compiler.part(element, scope));
  const elements = parts.map(({ run }, index) => ({ run, optional: list.optional.has(index) }));
  const build: EvaluationStep = (frame) => {
    const entries: CelValue[] = [];
    for (const { run, optional } of elements) {
      const value = optional ? present(run(frame), "list element") : run(frame);
      if (value instanceof CelFailure) {
        return value;
      }
      if (value !== undefined) {
        entries.push(value);
      }
    }
    return celList(entries);
  };
  return constructed(build, parts, listCost);
}

function mapPart(compiler: Compiler, map: MapExpression, scope: EvaluationScope | undefined): EvaluationPart {
  const entries = map.entries.map(({ key, value, optional }) => ({
    key: compiler.part(key, scope),
    value: compiler.part(value, scope),
    optional,
  }));
  const build: EvaluationStep = (frame) => {
    const built: (readonly [CelKey, CelValue])[] = [];
    for (const entry of entries) {
      const found = entryOf(frame, entry);
      if (found instanceof CelFailure) {
        return found;
      }
      if (found !== undefined) {
        built.push(found);
      }
    }
    return celMap(built);
  };
  return constructed(
    build,
    entries.flatMap(({ key, value }) => [key, value]),
    mapCost,
  );
}

function entryOf(
  frame: Frame,
  {
    key,
    value,
    optional,
  }: { readonly key: EvaluationPart; readonly value: EvaluationPart; readonly optional: boolean },
): readonly [CelKey, CelValue] | CelFailure | undefined {
  const name = key.run(frame);
  if (name instanceof CelFailure) {
    return name;
  }
  const found = optional ? present(value.run(frame), "entry") : value.run(frame);
  if (found instanceof CelFailure || found === undefined) {
    return found;
  }
  return isKey(name) ? [name, found] : new CelFailure("unsupported key type");
}

/** Rules of custom resources have no types that can be constructed this way. */
function objectPart(
  compiler: Compiler,
  object: ObjectExpression,
  scope: EvaluationScope | undefined,
): EvaluationPart {
  const message = compiler.environment.messages?.(object.name.replace(/^\./v, ""));
  const unknown = new CelFailure(`unknown type: ${object.name}`);
  const entries = object.entries.map(({ key, value, optional }) => ({
    key,
    optional,
    run: compiler.part(value, scope).run,
  }));
  return {
    run: (frame) => {
      const fields = new Map<string, CelValue>();
      let failure: CelFailure | undefined = message === undefined ? unknown : undefined;
      for (const { key, run, optional } of entries) {
        const value = optional ? present(run(frame), "field") : run(frame);
        if (value instanceof CelFailure) {
          failure ??= value;
        } else if (value !== undefined) {
          fields.set(key, value);
        }
      }
      charge(frame.meter, objectCost);
      return failure ?? (message === undefined ? unknown : constructObject(message, fields));
    },
  };
}

function constructObject(message: MessageType, fields: ReadonlyMap<string, CelValue>): StepOutcome {
  return (
    message.check?.(fields) ?? {
      tag: "object",
      type: message.type,
      size: fields.size,
      get: (name) => fields.get(name),
      asMap: () => celMap([...fields]),
    }
  );
}

function constructed(build: EvaluationStep, parts: readonly EvaluationPart[], cost: number): EvaluationPart {
  if (parts.every(({ constant }) => constant !== undefined)) {
    const value = build(noFrame);
    return value instanceof CelFailure ? { run: () => value } : { run: () => value, constant: { value } };
  }
  return {
    run: (frame) => {
      const value = build(frame);
      charge(frame.meter, cost);
      return value;
    },
  };
}

/** Returns the value within an optional; undefined if it is empty. */
function present(value: StepOutcome, what: string): StepOutcome | undefined {
  if (value instanceof CelFailure) {
    return value;
  }
  return isOptional(value)
    ? value.value
    : new CelFailure(`cannot initialize optional ${what} from non-optional value`);
}
