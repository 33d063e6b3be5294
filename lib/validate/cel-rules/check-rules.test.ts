import test from "ava";

import type { JsonObject, JsonValue } from "../../object/json.ts";
import { formatFieldPath } from "../model/field-fault.ts";
import { readSchema } from "../model/schema.ts";
import { checkRules } from "./check-rules.ts";

const int: JsonObject = { type: "integer" };
const text: JsonObject = { type: "string" };

const spec: JsonObject = {
  type: "object",
  properties: {
    amount: { "x-kubernetes-int-or-string": true },
    at: { type: "string", format: "date-time" },
    bytes: { type: "string", format: "byte" },
    day: { type: "string", format: "date" },
    for: { type: "string", format: "duration" },
    list: { type: "array", items: int },
    map: { type: "object", additionalProperties: int },
    namespace: text,
    number: { type: "number" },
    nullable: { type: "integer", nullable: true },
    ports: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: { type: "object", required: ["name"], properties: { name: text, port: int } },
    },
    preserved: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: int } },
    replicas: int,
    set: { type: "array", "x-kubernetes-list-type": "set", items: text },
    sizes: { type: "object", properties: { größe: text } },
    "with-dash": int,
  },
};

const value: JsonObject = {
  amount: "50%",
  at: "2023-07-14T10:30:45.123+02:00",
  bytes: "aGk=",
  day: "2023-07-14",
  for: "1h30m",
  list: [1, 2, 3],
  map: { a: 1, b: 2 },
  namespace: "shop",
  number: 2,
  nullable: null,
  ports: [
    { name: "web", port: 80 },
    { name: "admin", port: 81 },
  ],
  preserved: { a: 1, other: 2 },
  replicas: 3,
  set: ["x", "y"],
  sizes: { größe: "small" },
  "with-dash": 5,
};

const old: JsonObject = {
  ...value,
  replicas: 2,
  list: [3, 2, 1],
  ports: [
    { name: "admin", port: 81 },
    { name: "web", port: 80 },
  ],
  preserved: { a: 1, other: 3 },
  set: ["y", "x"],
  sizes: { größe: "large" },
};

interface Subject {
  readonly rules: readonly JsonObject[];
  readonly value?: JsonObject;
  readonly old?: JsonObject;
}

function faults({ rules, value: checked = value, old: before }: Subject): readonly string[] {
  const schema = readSchema({
    type: "object",
    properties: { spec: { ...spec, "x-kubernetes-validations": rules } },
  });
  const subject = { value: { spec: checked }, schema, minor: 36 };
  const found = checkRules(before === undefined ? subject : { ...subject, old: { spec: before } });
  return found.map(({ reason, path, message }) => `${reason} ${formatFieldPath(path)}: ${message}`);
}

const passes = test.macro({
  exec: (t, rule: string) => {
    t.deepEqual(faults({ rules: [{ rule }], old }), []);
  },
  title: (_, rule: string) => `the rule ${rule} passes`,
});

// Expected results are those of kube-apiserver 1.36.3.
test(passes, "self.replicas == 3");
test(passes, "self.number == 2.0");
test(passes, "self.at.getHours() == 8");
test(passes, "string(self.at) == '2023-07-14T10:30:45.123+02:00'");
test(passes, "self.day == timestamp('2023-07-14T00:00:00Z')");
test(passes, "self.for == duration('90m')");
test(passes, "self.bytes == b'hi'");
test(passes, "type(self.amount) == string");
test(passes, "self.set == ['y', 'x']");
test(passes, "['y', 'x'] != self.set");
test(passes, "self.set + ['x', 'w'] == ['w', 'x', 'y']");
test(passes, "size(self.ports + self.ports) == 2");
test(passes, "self.__namespace__ == 'shop'");
test(passes, "self.with__dash__dash == 5");
test(passes, "!has(self.nullable)");
test(passes, "self.map == {'a': 1, 'b': 2}");
test(passes, "dyn(self.preserved).size() == 2");
test(passes, "self.replicas > oldSelf.replicas");
test(passes, "self.set == oldSelf.set");
test(passes, "self.ports == oldSelf.ports");
test(passes, "self.list != oldSelf.list");
test(passes, "self.preserved != oldSelf.preserved");
// A property that no expression can name is still compared.
test(passes, "self.sizes != oldSelf.sizes");

const reports = test.macro({
  exec: (t, rule: JsonObject, expected: string) => {
    t.deepEqual(faults({ rules: [rule] }), [expected]);
  },
  title: (_, rule: JsonObject) => `the fault reported by the rule ${JSON.stringify(rule)}`,
});

test(reports, { rule: " self.replicas > 5 " }, "FieldValueInvalid spec: failed rule: self.replicas > 5");
test(reports, { rule: "false", message: " more " }, "FieldValueInvalid spec: more");
test(
  reports,
  { rule: "false", messageExpression: "'has ' + string(self.replicas) + ' '" },
  "FieldValueInvalid spec: has 3",
);
test(reports, { rule: "false", messageExpression: "' '" }, "FieldValueInvalid spec: failed rule: false");
test(reports, { rule: "false", messageExpression: "'a\\nb'", message: "m" }, "FieldValueInvalid spec: m");
test(
  reports,
  { rule: "false", messageExpression: "string(self.map.zz)" },
  "FieldValueInvalid spec: failed rule: false",
);
test(
  reports,
  {
    rule: "false",
    messageExpression:
      "[1,2,3,4,5,6,7,8].map(a, [1,2,3,4,5,6,7,8].map(b, [1,2,3,4,5,6,7,8].map(c, 'twelve chars')).size() > 0 ? 'twelve chars' : '').join() + self.list.map(l, '').join()",
  },
  `FieldValueInvalid spec: ${"twelve chars".repeat(8)}`,
);
test(
  reports,
  { rule: "false", reason: "FieldValueForbidden", fieldPath: ".ports" },
  "FieldValueForbidden spec.ports: failed rule: false",
);
test(
  reports,
  { rule: "false", reason: "FieldValueRequired", fieldPath: ".map['a.b']" },
  "FieldValueRequired spec.map[a.b]: failed rule: false",
);
test(
  reports,
  { rule: "self.map.zz == 1" },
  "FieldValueInvalid spec: no such key: zz evaluating rule: self.map.zz == 1",
);
test(
  reports,
  { rule: "self.amount < 5" },
  "FieldValueInvalid spec: 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self.amount < 5",
);
test(
  reports,
  { rule: "self.list.all(a, self.list.all(b, lists.range(1000).all(c, lists.range(1000).all(d, true))))" },
  "FieldValueInvalid spec: 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: self.list.all(a, self.list.all(b, lists.range(1000).all(c, lists.range(1000).all(d, true))))",
);

test("rules cannot read bytes with characters of the standard base64 alphabet", (t) => {
  t.deepEqual(faults({ rules: [{ rule: "size(self.bytes) == 3" }], value: { bytes: "+/8=" } }), [
    "FieldValueInvalid spec: Invalid byte formatted string +/8=: illegal base64 data at input byte 0 evaluating rule: size(self.bytes) == 3",
  ]);
});

test("a rule that uses oldSelf does not run without an old value", (t) => {
  const rules = [{ rule: "self.replicas < oldSelf.replicas" }];
  t.deepEqual(faults({ rules }), []);
  t.is(faults({ rules, old }).length, 1);
});

test("a rule with optionalOldSelf can check whether there is an old value", (t) => {
  const rules = [{ rule: "oldSelf.hasValue()", optionalOldSelf: true }];
  t.is(faults({ rules }).length, 1);
  t.deepEqual(faults({ rules, old }), []);
});

test("an optional oldSelf is untyped: the formats and escaped names of its schema do not apply", (t) => {
  const plain = {
    rule: "oldSelf.value().at != self.at && dyn(oldSelf.value())['with-dash'] == 5",
    optionalOldSelf: true,
  };
  t.deepEqual(faults({ rules: [plain], old }), []);
});

test("a violated rule of an unchanged value is ignored unless it is a transition rule", (t) => {
  const rules = [{ rule: "self.replicas > 5" }];
  const same = { replicas: 3, list: [1] };
  const transition = [{ rule: "self.replicas > oldSelf.replicas" }];
  t.deepEqual(faults({ rules, value: same, old: same }), []);
  t.is(faults({ rules, value: same, old: { ...same, replicas: 2 } }).length, 1);
  t.is(faults({ rules: transition, value: same, old: same }).length, 1);
});

function ports(...list: readonly JsonValue[]): JsonObject {
  return { ports: list };
}

test("a value with a field that its schema does not specify counts as changed", (t) => {
  const odd = { preserved: { a: 1, other: 2 } };
  t.is(faults({ rules: [{ rule: "false" }], value: odd, old: odd }).length, 1);
});

test("items of a list of type map are compared with the old items of the same keys", (t) => {
  const items = { ...int, "x-kubernetes-validations": [{ rule: "self >= oldSelf" }] };
  const schema = readSchema({
    type: "object",
    properties: {
      ports: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        items: { type: "object", required: ["name"], properties: { name: text, port: items } },
      },
    },
  });
  const found = checkRules({
    value: ports({ name: "b", port: 1 }, { name: "a", port: 1 }),
    old: ports({ name: "a", port: 2 }, { name: "b", port: 1 }),
    schema,
    minor: 36,
  });
  t.deepEqual(
    found.map(({ path }) => formatFieldPath(path)),
    ["ports[1].port"],
  );
});

test("a fault of a map value has the key in its path", (t) => {
  const schema = readSchema({
    type: "object",
    properties: {
      map: {
        type: "object",
        additionalProperties: { ...int, "x-kubernetes-validations": [{ rule: "self > 1" }] },
      },
    },
  });
  const found = checkRules({ value: { map: { "a.b": 1, c: 2 } }, schema, minor: 36 });
  t.deepEqual(
    found.map(({ path }) => formatFieldPath(path)),
    ["map[a.b]"],
  );
});

test("no rule runs after the cost budget of the object is exceeded", (t) => {
  const rule = { rule: "lists.range(400).all(a, lists.range(400).all(b, true))" };
  const found = faults({ rules: Array.from({ length: 20 }, () => rule) });
  t.deepEqual(found, [
    "FieldValueInvalid spec: validation failed due to running out of cost budget, no further validation rules will be run",
  ]);
});
