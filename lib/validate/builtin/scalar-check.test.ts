import test from "ava";

import { stringifyJson, type JsonValue } from "../../object/json.ts";
import type { ValidationContext, PartCheck } from "./validation-context.ts";
import type { ScalarType } from "./field-type.ts";
import { choiceCheck, scalarCheck } from "./scalar-check.ts";

/** The messages of a check about a value. */
function reportedBy(check: PartCheck, value: JsonValue, isStatus = false): readonly string[] {
  const run: ValidationContext = { path: [], faults: [], unknown: [], isStatus };
  check(value, run);
  return run.faults.map(({ message }) => message);
}

interface Verdict {
  /** Values that the API server of Kubernetes 1.36 accepts in fields of the type, by a dry run. */
  readonly accepted: readonly JsonValue[];
  /** Values that it refuses, by the expected message. */
  readonly refused: Readonly<Record<string, readonly JsonValue[]>>;
}

const testVerdict = test.macro({
  exec(t, type: ScalarType, { accepted, refused }: Verdict) {
    const check = scalarCheck(type);
    for (const value of accepted) {
      t.deepEqual(reportedBy(check, value), [], stringifyJson(value));
    }
    for (const [message, values] of Object.entries(refused)) {
      for (const value of values) {
        t.deepEqual(reportedBy(check, value), [message], stringifyJson(value));
      }
    }
  },
  title: (_, type: ScalarType) => `values that a field of the type ${type} accepts and refuses`,
});

test(testVerdict, "string", {
  accepted: ["", "a", "1", "true"],
  refused: {
    "must be a string, is a number: quote it": [1, 1.5, 2n ** 70n],
    "must be a string, is a boolean: quote it": [true],
    "must be a string, is a list": [[]],
    "must be a string, is a mapping": [{}],
  },
});

test(testVerdict, "boolean", {
  accepted: [true, false],
  refused: {
    "must be a boolean, is a string: take the quotes away": ["true", "false"],
    "must be a boolean, is a string": ["yes", "", "True"],
    "must be a boolean, is a number": [0, 1],
  },
});

test(testVerdict, "int32", {
  accepted: [0, -1, 2 ** 31 - 1, -(2 ** 31)],
  refused: {
    "must fit into 32 bits: from -2^31 to 2^31 - 1": [2 ** 31, -(2 ** 31) - 1, 2n ** 63n, 1e300],
    "must be an integer, has a fraction": [1.5, -0.1],
    "must be an integer, is a string: take the quotes away": ["7", "-7"],
    "must be an integer, is a string": ["", "7%", "1.5"],
    "must be an integer, is a mapping": [{}],
  },
});

test(testVerdict, "int64", {
  accepted: [0, 2 ** 52, 2n ** 63n - 1n, -(2n ** 63n)],
  refused: {
    "must fit into 64 bits: from -2^63 to 2^63 - 1": [2n ** 63n, -(2n ** 63n) - 1n, 1e300],
    "must be an integer, has a fraction": [30.5],
  },
});

test(testVerdict, "double", {
  accepted: [0, 1.5, -1e300, 2n ** 70n],
  refused: {
    "must be a number, is a string: take the quotes away": ["1.5", "1"],
    "must be a number, is a boolean": [true],
  },
});

test(testVerdict, "quantity", {
  accepted: [
    1,
    0.5,
    1e30,
    1e-7,
    2n ** 70n,
    "1",
    "250m",
    "1.5Gi",
    "1e3",
    "-1",
    "+.5",
    " 1 ",
    "\t1\n",
    "100000000000000E",
  ],
  refused: {
    "must be a quantity, such as 500m, 2 or 1.5Gi": ["", " ", "1x", "1 Gi", "1gi", "one", "1GiB"],
    "must be a quantity, is a boolean": [true],
    "must be a quantity, is a mapping": [{}],
    "must be a quantity, is a list": [[]],
  },
});

test(testVerdict, "integer-or-string", {
  accepted: [80, "http", "80", "25%", "", -1],
  refused: {
    "must be an integer, has a fraction": [8.5],
    "must fit into 32 bits: from -2^31 to 2^31 - 1": [3_000_000_000],
    "must be an integer or a string, is a boolean": [true],
    "must be an integer or a string, is a mapping": [{}],
  },
});

test(testVerdict, "bytes", {
  accepted: ["", "YQ==", "YWI=", "YWJj", "YW\nJj", "YQ=\r\n=", "YR==", "+/8="],
  refused: {
    "must be base64: encode it, or use a field for plain text where there is one": [
      "YQ",
      "%%%%",
      "YW Jj",
      "-_8=",
      "Y===",
      "=",
      "YQ==YQ==",
    ],
    "must be a string, is a number: quote it": [1],
    "must be a string, is a list": [[1, 2]],
  },
});

test(testVerdict, "time", {
  accepted: [
    "2020-01-01T00:00:00Z",
    "2020-02-29T23:59:59+02:00",
    "2000-02-29T00:00:00.123456789012Z",
    "2020-01-01T1:00:00,5-24:60",
    "0000-01-01T00:00:00Z",
  ],
  refused: {
    "must be a time of the form 2026-01-31T12:00:00Z": [
      "",
      "x",
      "2020-01-01",
      "2020-01-01t00:00:00z",
      "2020-01-01 00:00:00Z",
      "2020-00-01T00:00:00Z",
      "2020-13-01T00:00:00Z",
      "2020-04-31T00:00:00Z",
      "2021-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z",
      "2020-01-00T00:00:00Z",
      "2020-01-01T24:00:00Z",
      "2020-01-01T00:60:00Z",
      "2020-01-01T00:00:60Z",
      "2020-01-01T00:00:00.Z",
      "2020-01-01T00:00:00+25:00",
      "2020-01-01T00:00:00+01:61",
      "2020-01-01T00:00:00+0100",
    ],
    "must be a string, is a number: quote it": [2020],
  },
});

test(testVerdict, "micro-time", {
  accepted: ["2020-01-01T00:00:00.123456Z", "2020-01-01T00:00:00,123456+01:00"],
  refused: {
    "must be a time of the form 2026-01-31T12:00:00.000000Z, with six digits after the point": [
      "2020-01-01T00:00:00Z",
      "2020-01-01T00:00:00.123Z",
      "2020-01-01T00:00:00.123456789Z",
      "2020-02-30T00:00:00.123456Z",
    ],
  },
});

test("a string outside an enum is reported with the closest allowed value", (t) => {
  const check = choiceCheck(["", "Always", "Never"]);
  t.deepEqual(reportedBy(check, "Never"), []);
  t.deepEqual(reportedBy(check, ""), []);
  t.deepEqual(reportedBy(check, "always"), ['must be one of Always, Never; did you mean "Always"?']);
  t.deepEqual(reportedBy(check, "Sometimes"), ["must be one of Always, Never"]);
  t.deepEqual(reportedBy(check, 1), ["must be a string, is a number: quote it"]);
  t.deepEqual(reportedBy(check, "Sometimes", true), [], "the server ignores the status");
});
