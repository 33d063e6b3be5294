import { field, type JsonObject, type JsonValue, objectField } from "../../lib/object/json.ts";
import { brokenExpressions } from "./broken-expressions.ts";
import { phrases } from "./cel-phrases.ts";
import { celTypeOf, escaped, type Reach, reachOf } from "./cel-scope.ts";
import type { Dice } from "./dice.ts";

/** Rules about a value of that schema, with all their fields. */
export function drawRules(dice: Dice, schema: JsonObject): readonly JsonObject[] {
  return dice.several(1, 2, () => drawRule(dice, schema));
}

function drawRule(dice: Dice, schema: JsonObject): JsonObject {
  const usesOld = dice.chance(0.25);
  const isOptional = usesOld && dice.chance(0.4);
  const old = usesOld ? reachOf(isOptional ? "oldSelf.orValue(self)" : "oldSelf", schema) : [];
  const scope = [...reachOf("self", schema), ...old];
  const rule = drawCondition(dice, scope);
  const hasOptional = (isOptional && rule.includes("oldSelf")) || dice.chance(0.004);
  return {
    rule,
    ...(hasOptional ? { optionalOldSelf: dice.chance(0.95) } : {}),
    ...drawWords(dice, scope),
    ...drawPlace(dice, schema),
  };
}

/** The reason of the error, and its field path. */
function drawPlace(dice: Dice, schema: JsonObject): JsonObject {
  return {
    ...(dice.chance(0.15) ? { reason: dice.pick(dice.chance(0.05) ? oddReasons : reasons) } : {}),
    ...(dice.chance(isObjectLike(schema) ? 0.2 : 0.005) ? { fieldPath: drawFieldPath(dice, schema) } : {}),
  };
}

const reasons = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];
const oddReasons = ["FieldValueNotFound", "", "Zork"];
const messages = ["must hold", "", " ", "line\nbreak", "x".repeat(2049)];
const expressions = [
  "'is ' + string(1)",
  "''",
  "'a\\nb'",
  "1",
  "self",
  "'x' + [][0]",
  "nothing",
  "string(1/0)",
];

function drawWords(dice: Dice, scope: readonly Reach[]): JsonObject {
  const broken = dice.chance(0.03);
  return {
    ...(dice.chance(0.25) ? { message: broken ? dice.pick(messages) : "must hold" } : {}),
    ...(dice.chance(0.2)
      ? { messageExpression: broken ? dice.pick(expressions) : drawExpression(dice, "string", { scope }) }
      : {}),
  };
}

/** A condition on reachable paths, sometimes guarded by `has`, and sometimes one that does not compile. */
function drawCondition(dice: Dice, scope: readonly Reach[]): string {
  if (dice.chance(0.025)) {
    return dice.pick(brokenExpressions);
  }
  const condition = drawExpression(dice, "bool", { scope, depth: dice.pick([0, 1, 1, 2, 3]) });
  const inner = scope.filter(({ text }) => text.includes("."));
  return inner.length > 0 && dice.chance(0.5) ? `${guard(dice, inner)} || ${condition}` : condition;
}

function guard(dice: Dice, inner: readonly Reach[]): string {
  const { text } = dice.pick(inner);
  return dice.chance(0.5) ? `!has(${text})` : `has(${text})`;
}

/** The names that an expression may use, and how many levels deep it may still be. */
interface ExpressionContext {
  readonly scope: readonly Reach[];
  readonly depth?: number;
}

/** An expression of that type, up to three levels deep; sometimes a part of it has another type. */
function drawExpression(dice: Dice, type: string, { scope, depth = 3 }: ExpressionContext): string {
  const wanted = dice.chance(0.003) ? dice.pick(Object.keys(phrases)) : type;
  const known = [...scope, ...derived(scope)].filter((reach) => reach.type === wanted);
  if (known.length > 0 && dice.chance(depth <= 1 ? 0.9 : 0.55)) {
    return dice.pick(known).text;
  }
  const macro =
    depth > 0 && wanted === "bool" && dice.chance(0.3) ? drawMacro(dice, scope, depth) : undefined;
  return macro ?? drawPhrase(dice, wanted, { scope, depth });
}

/** The paths reachable through an optional selection. */
function derived(scope: readonly Reach[]): readonly Reach[] {
  return scope
    .filter(({ text, type }) => type === "string" && /^self(\.\w+)+$/.test(text))
    .map(({ text, schema }) => ({ text: text.replaceAll(".", ".?"), type: "optional", schema }));
}

function drawPhrase(dice: Dice, type: string, { scope, depth = 3 }: ExpressionContext): string {
  const all = phrases[type] ?? ["null"];
  const simple = all.filter((phrase) => !hole.test(phrase));
  const phrase = dice.pick(depth <= 0 && simple.length > 0 ? simple : all);
  return phrase.replaceAll(holes, (_, inner: string) =>
    drawOperand(dice, inner, { scope, depth: depth - 1 }),
  );
}

const hole = /\{([a-z]+(?::[a-z]+)?)\}/;
const holes = /\{([a-z]+(?::[a-z]+)?)\}/g;

function drawOperand(dice: Dice, type: string, { scope, depth = 3 }: ExpressionContext): string {
  const text = drawExpression(dice, type, { scope, depth: Math.max(depth, -2) });
  return /^[\w.?]+$/.test(text) ? text : `(${text})`;
}

/** A macro over a list or map of the object, whose body uses the entries. */
function drawMacro(dice: Dice, scope: readonly Reach[], depth: number): string | undefined {
  const ranges = scope.filter(({ type }) => /^(list|map):/.test(type));
  if (ranges.length === 0) {
    return undefined;
  }
  const { text, type, schema } = dice.pick(ranges);
  const name = `v${depth}`;
  const macro = dice.pick(["all", "exists", "exists_one"]);
  const entry = field(schema, "items") ?? objectField(schema, "additionalProperties");
  const bound: readonly Reach[] = type.startsWith("list:")
    ? reachOf(name, entry, 1)
    : [{ text: name, type: "string", schema: undefined }];
  return `${text}.${macro}(${name}, ${drawExpression(dice, "bool", { scope: [...bound, ...bound, ...scope], depth: depth - 1 })})`;
}

function isObjectLike(schema: JsonObject): boolean {
  return field(schema, "properties") !== undefined;
}

const oddFieldPaths = [
  ".nothing",
  "alpha",
  "",
  ".",
  ".alpha[0]",
  ".alpha['x']",
  "..alpha",
  ".alpha\n",
  ".__proto__",
];

function drawFieldPath(dice: Dice, schema: JsonValue): string {
  const names = Object.keys(objectField(schema, "properties"));
  if (names.length === 0 || dice.chance(0.05)) {
    return dice.pick(oddFieldPaths);
  }
  const name = dice.pick(names);
  const below = Object.keys(objectField(field(objectField(schema, "properties"), name), "properties"));
  const plain = /^[\w-]+$/.test(name) && dice.chance(0.8) ? `.${name}` : `['${name}']`;
  return below.length > 0 && dice.chance(0.4) ? `${plain}.${escaped(dice.pick(below))}` : plain;
}

/** Whether a schema of this kind can have rules. */
export function canHaveRules(schema: JsonValue): boolean {
  return field(schema, "type") !== undefined || celTypeOf(schema) === "dyn";
}
