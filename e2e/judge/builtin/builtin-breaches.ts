import { isArray, isObject, type JsonObject, type JsonValue, type Path } from "../../../lib/object/json.ts";
import type { BuiltinSchemas } from "../../../lib/validate/builtin/builtin-schemas.ts";
import type { Dice } from "../dice.ts";
import { partsOf, replaceIn } from "../parts.ts";

/** An object with changes, and what they are. */
export interface Breach {
  readonly object: JsonObject;
  readonly what: string;
}

/** Changes one to three parts of an object: most such objects are refused for one of the changes. */
export function breach(object: JsonObject, dice: Dice, builtin: BuiltinSchemas): Breach {
  const count = dice.pick([1, 1, 1, 1, 2, 2, 3]);
  let current: Breach = { object, what: "" };
  for (let turn = 0; turn < count; turn += 1) {
    const changed = changeOne(current.object, dice, builtin);
    current = { object: changed.object, what: `${current.what}${turn === 0 ? "" : "; "}${changed.what}` };
  }
  return current;
}

/** Fields that name the kind, or that the server fills in. */
const kept: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

function changeOne(object: JsonObject, dice: Dice, builtin: BuiltinSchemas): Breach {
  const places = partsOf(object).filter(
    ([path]) =>
      path.length > 0 &&
      !(path.length === 1 && kept.has(String(path[0]))) &&
      path[0] !== "status" &&
      path.join(".") !== "metadata.name",
  );
  const change = dice.pick([
    removeOne,
    removeOne,
    replaceOne,
    replaceOne,
    replaceOne,
    addOne,
    addOne,
    repeatOne,
    rename,
  ]);
  return change(object, { places, dice, builtin });
}

interface Choice {
  readonly places: readonly (readonly [Path, JsonValue])[];
  readonly dice: Dice;
  readonly builtin: BuiltinSchemas;
}

function pickPlace({ places, dice }: Choice): readonly [Path, JsonValue] {
  return places.length === 0 ? [["metadata", "labels"], {}] : dice.pick(places);
}

function removeOne(object: JsonObject, choice: Choice): Breach {
  const [path] = pickPlace(choice);
  return { object: replaceIn(object, path, () => undefined), what: `- ${path.join(".")}` };
}

/** Texts that are wrong, or right, for one rule or another. */
const texts: readonly string[] = [
  "",
  "x",
  "Bad Name!",
  "a_b",
  "-a",
  "a.b.c",
  "1a",
  "a".repeat(64),
  "a".repeat(254),
  "example.com/x",
  "kubernetes.io/x",
  "/abs/path",
  "../up",
  "..data",
  "50%",
  "150%",
  "5x",
  "10.0.0.1",
  "10.0.0.0/8",
  "::1",
  "Always",
  "Never",
  "None",
  "In",
  "Exists",
  "UDP",
  "http",
  "too-long-port-name",
  "1Gi",
  "-1",
  "0",
  "100m",
  "*",
  "v1",
  "* * * * *",
  "Local",
  "ClusterIP",
  "LoadBalancer",
  "ExternalName",
  "NodePort",
  "Recreate",
  "OnDelete",
];
const numbers: readonly number[] = [
  -1, 0, 1, 2, 3, 50, 80, 255, 256, 443, 777, 1024, 65_535, 65_536, 99_999, 2_147_483_647,
];

function replaceOne(object: JsonObject, choice: Choice): Breach {
  const [path, part] = pickPlace(choice);
  const value = otherValue(part, choice.dice);
  return { object: replaceIn(object, path, () => value), what: `${path.join(".")} = ${show(value)}` };
}

function otherValue(part: JsonValue, dice: Dice): JsonValue {
  if (typeof part === "string") {
    return dice.pick([...texts, `${part}x`, part.toUpperCase(), `${part}!`, `${part}.`]);
  }
  if (typeof part === "number") {
    return dice.pick([...numbers, part + 1]);
  }
  if (typeof part === "boolean") {
    return !part;
  }
  return isArray(part) ? [] : {};
}

function show(value: JsonValue): string {
  return JSON.stringify(value).slice(0, 40);
}

/** Adds a field that the kind has there, with the first of some values that can be decoded. */
function addOne(object: JsonObject, { places, dice, builtin }: Choice): Breach {
  const root: readonly [Path, JsonValue] = [[], object];
  const objects = [root, ...places].filter(([, part]) => isObject(part));
  const [path, part] = dice.pick(objects);
  const names = builtin
    .fieldsAt(object, path)
    .filter((name) => isObject(part) && !Object.hasOwn(part, name) && name !== "status");
  if (names.length === 0) {
    return removeOne(object, { places, dice, builtin });
  }
  const name = dice.pick(names);
  const place = [...path, name];
  const candidates = [
    dice.pick(texts),
    dice.pick(texts),
    dice.pick(numbers),
    dice.chance(0.5),
    {},
    [{}],
    [dice.pick(texts)],
    { [dice.pick(["a", "cpu", "bad key!", "storage"])]: dice.pick(["1", "x", "-1", "1Gi"]) },
  ];
  for (const candidate of candidates) {
    const changed = replaceIn(object, place, () => candidate);
    const { faults, unknown } = builtin.check(changed);
    const isRead = faults.every(
      ({ reason }) => reason !== "FieldValueTypeInvalid" && reason !== "FieldValueInvalid",
    );
    if (isRead && unknown.length === 0) {
      return { object: changed, what: `+ ${place.join(".")} = ${show(candidate)}` };
    }
  }
  return removeOne(object, { places, dice, builtin });
}

function repeatOne(object: JsonObject, { places, dice, builtin }: Choice): Breach {
  const lists = places.filter(([, part]) => isArray(part) && part.length > 0);
  if (lists.length === 0) {
    return replaceOne(object, { places, dice, builtin });
  }
  const [path] = dice.pick(lists);
  return { object: replaceIn(object, path, repeat), what: `${path.join(".")} repeated` };
}

function repeat(part: JsonValue | undefined): JsonValue {
  return isArray(part) ? [...part, ...part.slice(0, 1)] : [];
}

function rename(object: JsonObject, { dice }: Choice): Breach {
  const name = dice.pick(texts.slice(1));
  return {
    object: replaceIn(object, ["metadata", "name"], () => name),
    what: `metadata.name = ${show(name)}`,
  };
}
