import test from "ava";

import type { JsonArray } from "../object/json.ts";
import { keyedLists } from "./list-key.ts";

/** The field by which two lists are compared. */
const keyed = test.macro((t, before: JsonArray, after: JsonArray, name: string | undefined) => {
  t.is(keyedLists(before, after)?.name, name);
});

test(
  "containers and ports of a Service have names",
  keyed,
  [{ name: "a", port: 80 }],
  [{ name: "b", port: 80 }],
  "name",
);
test(
  "ports without names have numbers",
  keyed,
  [{ containerPort: 80 }, { containerPort: 443 }],
  [{ containerPort: 80 }],
  "containerPort",
);
test(
  "a name that only some entries have is no key",
  keyed,
  [{ name: "a", port: 1 }, { port: 2 }],
  [{ port: 1 }],
  "port",
);
test(
  "a name that occurs twice is no key",
  keyed,
  [
    { name: "a", mountPath: "/a" },
    { name: "a", mountPath: "/b" },
  ],
  [],
  "mountPath",
);
test(
  "conditions have types",
  keyed,
  [{ type: "Ready" }],
  [{ type: "Ready" }, { type: "Progressing" }],
  "type",
);
test("entries of other fields have no key", keyed, [{ apiGroups: [""] }], [{ apiGroups: [""] }], undefined);
test("texts have no key", keyed, ["a"], ["b"], undefined);
test("objects beside texts have no key", keyed, [{ name: "a" }], ["b"], undefined);
test("a key that is neither text nor number is none", keyed, [{ name: { a: 1 } }], [], undefined);
test(
  "a number and its text are the same key, so they are no key of one list",
  keyed,
  [{ port: 80 }, { port: "80" }],
  [],
  undefined,
);

test("the entries of both lists are found by their key, in their order", (t) => {
  const lists = keyedLists([{ name: "b" }, { name: "a" }], [{ name: "a", x: 1 }]);
  t.deepEqual([...(lists?.before.keys() ?? [])], ["b", "a"]);
  t.deepEqual(lists?.after.get("a"), { name: "a", x: 1 });
});
