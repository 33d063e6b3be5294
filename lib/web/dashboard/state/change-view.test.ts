import test from "ava";

import type { JsonObject } from "../../../object/json.ts";
import type { ChangeBoard } from "./dashboard-state.ts";
import { changeBoard } from "./change-view.ts";

function config(text: string, replicas: number): JsonObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "env" },
    data: { text },
    ...(replicas > 1 ? { extra: { a: { b: "c" } } } : {}),
    replicas,
  };
}

function change(before: JsonObject | undefined, after: JsonObject): ChangeBoard {
  return changeBoard({ run: 1, at: 0, key: "/namespaces/shop/ConfigMap/env", before, after });
}

test("a change is shown line by line, with unchanged lines as context", (t) => {
  t.deepEqual(
    change(config("one\ntwo\nfour\n", 1), config("one\nthree\nfour\n", 2)).lines.map(
      ({ sign, text }) => `${sign} ${text}`,
    ),
    [
      "~ data.text:",
      "    one",
      "-   two",
      "+   three",
      "    four",
      "+ extra:",
      "+   a:",
      "+     b: c",
      "~ replicas: 1 → 2",
    ],
  );
});

test("text that begins with a diff sign is not parsed as one", (t) => {
  const { lines } = change(undefined, { data: { text: "- one\n+ two\n~ three\n" } });
  t.deepEqual([...new Set(lines.map(({ sign }) => sign))], ["+"]);
});

test("an unchanged object has no lines", (t) => {
  const same = config("one", 1);
  t.deepEqual(change(same, same), {
    run: 1,
    at: 0,
    key: "/namespaces/shop/ConfigMap/env",
    verb: "unchanged",
    lines: [],
    more: 0,
  });
});
