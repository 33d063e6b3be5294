import test from "ava";

import type { JsonObject } from "../object/json.ts";
import { compareText } from "../object/object-ref.ts";
import { hiddenValues, redactObject } from "./redact-object.ts";
import { sensitivityOf } from "./sensitivity.ts";

function object(kind: string, annotations: Readonly<Record<string, string>>, fields: JsonObject): JsonObject {
  return { apiVersion: "v1", kind, metadata: { name: "x", annotations }, ...fields };
}

/** Compares the fields of a redacted object, without its kind and metadata. */
const hides = test.macro({
  exec(t, given: JsonObject, fields: JsonObject) {
    const sensitivity = sensitivityOf(given);
    const shown = sensitivity === undefined ? given : redactObject(given, sensitivity, () => "-");
    const { apiVersion: _, kind: __, metadata: ___, ...rest } = shown;
    t.deepEqual(rest, fields);
  },
  title: (title = "") => title,
});

const whole = { "werf.io/sensitive": "true" };
const data = { data: { a: "1", b: "2" } };

test("an object without annotations is shown in full", hides, object("ConfigMap", {}, data), data);
test(
  "the data of a Secret is hidden, and its type is shown",
  hides,
  object("Secret", {}, { type: "Opaque", immutable: true, ...data, stringData: { c: "3" } }),
  { type: "Opaque", immutable: true, data: { a: "-", b: "-" }, stringData: { c: "-" } },
);
test(
  "a Secret with werf.io/sensitive: false is hidden nevertheless",
  hides,
  object("Secret", { "werf.io/sensitive": "false" }, data),
  { data: { a: "-", b: "-" } },
);
test(
  "everything but the identity of a sensitive object is hidden",
  hides,
  object("Thing", whole, { spec: { a: [1, { b: true }], c: null, d: {} }, status: { e: "f" } }),
  { spec: { a: ["-", { b: "-" }], c: "-", d: {} }, status: { e: "-" } },
);
test(
  "a ConfigMap with werf.io/sensitive: false is shown",
  hides,
  object("ConfigMap", { "werf.io/sensitive": "false" }, data),
  data,
);
test(
  "a sensitive path hides its value",
  hides,
  object("ConfigMap", { "werf.io/sensitive-paths": "$.data.a" }, data),
  {
    data: { a: "-", b: "2" },
  },
);
test(
  "a sensitive path hides everything below it",
  hides,
  object("Thing", { "werf.io/sensitive-paths": "$.spec.a" }, { spec: { a: { b: [1] }, c: 2 } }),
  { spec: { a: { b: ["-"] }, c: 2 } },
);
test(
  "each of several sensitive paths with wildcards and filters hides its values",
  hides,
  object(
    "Pod",
    { "werf.io/sensitive-paths": `$.spec.containers[*].env[?(@.name=="PIN")].value, $.data['x\\,y']` },
    {
      spec: {
        containers: [
          {
            env: [
              { name: "PIN", value: "1" },
              { name: "A", value: "2" },
            ],
          },
        ],
      },
      data: { "x,y": "3" },
    },
  ),
  {
    spec: {
      containers: [
        {
          env: [
            { name: "PIN", value: "-" },
            { name: "A", value: "2" },
          ],
        },
      ],
    },
    data: { "x,y": "-" },
  },
);
test(
  "an invalid sensitive path hides everything",
  hides,
  object("ConfigMap", { "werf.io/sensitive-paths": "$..a" }, data),
  { data: { a: "-", b: "-" } },
);

test("annotations that contain a hidden value are hidden too", (t) => {
  const notes = {
    "kubectl.kubernetes.io/last-applied-configuration": "{}",
    note: "it is troubadour-7",
    other: "it is not",
  };
  const secret = object("Secret", notes, { data: { a: Buffer.from("troubadour-7").toString("base64") } });
  const sensitivity = sensitivityOf(secret);
  const shown = sensitivity === undefined ? secret : redactObject(secret, sensitivity, () => "-");
  t.deepEqual(shown["metadata"], {
    name: "x",
    annotations: { "kubectl.kubernetes.io/last-applied-configuration": "-", note: "-", other: "it is not" },
  });
});

const hasHiddenValues = test.macro({
  exec(t, given: JsonObject, values: readonly string[]) {
    t.deepEqual([...hiddenValues(given)].toSorted(compareText), values);
  },
  title: (title = "") => title,
});

test("an ordinary object has no hidden values", hasHiddenValues, object("ConfigMap", {}, data), []);
test(
  "hidden values of sensitive data leave out common setting words",
  hasHiddenValues,
  object("ConfigMap", whole, { data: { a: "troubadour", b: "debug", c: "true", d: "8080", e: "x-1" } }),
  ["troubadour", "x-1"],
);
test(
  "hidden values outside of data leave out plain words and short strings",
  hasHiddenValues,
  object("Pod", whole, {
    spec: {
      restartPolicy: "OnFailure",
      image: "app:1",
      env: "troubadour-7",
      schedulerName: "default-scheduler",
      port: 8080,
    },
  }),
  ["troubadour-7"],
);
test(
  "every value at a sensitive path is a hidden value",
  hasHiddenValues,
  object(
    "Pod",
    { "werf.io/sensitive-paths": "$.spec.pin,$.spec.word" },
    { spec: { pin: 123_456, word: "lute", b: "c" } },
  ),
  ["1.23456e+05", "123456", "lute"],
);
test(
  "hidden values of binary data include the decoded text",
  hasHiddenValues,
  object("ConfigMap", whole, { binaryData: { a: "dHJvdWJhZG91ci03" } }),
  ["dHJvdWJhZG91ci03", "troubadour-7"],
);
