import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { checkField } from "../../../fixtures/checked-field.ts";

const schema: JsonObject = {
  type: "object",
  properties: {
    at: { type: "string", format: "date-time" },
    day: { type: "string", format: "date" },
    span: { type: "string", format: "duration" },
    bytes: { type: "string", format: "byte" },
    uuid: { type: "string", format: "uuid" },
    plain: { type: "string" },
    either: { "x-kubernetes-int-or-string": true },
    number: { type: "number" },
    whole: { type: "integer" },
    flag: { type: "boolean" },
    small: { type: "integer", format: "int32" },
    ratio: { type: "number", format: "float" },
  },
};

const value: JsonObject = {
  at: "2024-02-29T12:00:00.5+02:00",
  day: "2024-02-29",
  span: "1h30m",
  bytes: "aGk=",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  plain: "é😀",
  either: "5",
  number: 2,
  whole: 3,
  flag: true,
  small: 7,
  ratio: 1.5,
};

/** Whether a rule passes in the packages of Kubernetes 1.36.3. */
const facts: readonly (readonly [rule: string, passes: boolean])[] = [
  ["self.at == timestamp('2024-02-29T10:00:00.5Z')", true],
  ["self.at.getHours() == 10", true],
  ["self.at.getHours('+02:00') == 12", true],
  ["self.at < timestamp('2024-03-01T00:00:00Z')", true],
  ["self.at.getMilliseconds() == 500", true],
  ["type(self.at) == google.protobuf.Timestamp", true],
  ["self.day == timestamp('2024-02-29T00:00:00Z')", true],
  ["self.day.getDate() == 29", true],
  ["self.at > self.day", true],
  ["self.at - self.day == duration('36000.5s')", true],
  ["string(self.day) == '2024-02-29'", false],
  ["self.span.getMinutes() == 90", true],
  ["self.span > duration('1h')", true],
  ["self.day + self.span == timestamp('2024-02-29T01:30:00Z')", true],
  ["string(self.span) == '5400s'", true],
  ["size(self.bytes) == 2", true],
  ["string(self.bytes) == 'hi'", true],
  ["type(self.bytes) == bytes", true],
  ["self.uuid.size() == 36", true],
  ["self.uuid.startsWith('123e')", true],
  ["self.plain.size() == 2", true],
  ["self.plain == 'é😀'", true],
  ["self.either == '5'", true],
  ["type(self.either) == int", false],
  ["int(self.either) == 5", true],
  ["self.either == 5", false],
  ["type(self.number) == double", true],
  ["self.number / 4.0 == 0.5", true],
  ["self.number > 1", true],
  ["self.whole == 3", true],
  ["self.whole / 2 == 1", true],
  ["type(self.whole) == int", true],
  ["self.small + self.whole == 10", true],
  ["self.ratio * 2.0 == 3.0", true],
  ["type(self.ratio) == double", true],
  ["self.flag", true],
  ["!self.flag", false],
  ["self.flag && self.whole > 5", false],
  ["self.flag ? self.whole == 3 : false", true],
  ["dyn(self.whole) == 3.0", true],
  ["string(self.whole) == '3'", true],
];

for (const [rule, passes] of facts) {
  test(`the rule ${rule} ${passes ? "passes" : "fails"}`, (t) => {
    const ruled = { ...schema, "x-kubernetes-validations": [{ rule }] };
    t.is(checkField(ruled, value).faults, passes ? "" : "Invalid v");
  });
}
