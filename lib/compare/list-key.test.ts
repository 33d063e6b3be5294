import test from "ava";

import type { JsonArray } from "../object/json.ts";
import { keyedLists } from "./list-key.ts";

/** The field by which two lists are compared. */
const keyed = test.macro((t, before: JsonArray, after: JsonArray, name: string | undefined) => {
  t.is(keyedLists(before, after)?.name, name);
});

test(
  "list entries with names are keyed by name",
  keyed,
  [{ name: "a", port: 80 }],
  [{ name: "b", port: 80 }],
  "name",
);
test(
  "ports without names are keyed by their numbers",
  keyed,
  [{ containerPort: 80 }, { containerPort: 443 }],
  [{ containerPort: 80 }],
  "containerPort",
);
test(
  "a name that only some list entries have is not their key",
  keyed,
  [{ name: "a", port: 1 }, { port: 2 }],
  [{ port: 1 }],
  "port",
);
test(
  "a name that occurs twice is not the key of a list",
  keyed,
  [
    { name: "a", mountPath: "/a" },
    { name: "a", mountPath: "/b" },
  ],
  [],
  "mountPath",
);
test(
  "conditions are keyed by type",
  keyed,
  [{ type: "Ready" }],
  [{ type: "Ready" }, { type: "Progressing" }],
  "type",
);
test(
  "list entries without known key fields have no key",
  keyed,
  [{ apiGroups: [""] }],
  [{ apiGroups: [""] }],
  undefined,
);
test("a list of strings has no key", keyed, ["a"], ["b"], undefined);
test("lists of objects and of strings have no common key", keyed, [{ name: "a" }], ["b"], undefined);
test(
  "a name that is neither a string nor a number is not the key of a list",
  keyed,
  [{ name: { a: 1 } }],
  [],
  undefined,
);
test(
  "a number and the same number as a string are duplicate list keys",
  keyed,
  [{ port: 80 }, { port: "80" }],
  [],
  undefined,
);

test("the entries of both lists are found by their key, in order", (t) => {
  const lists = keyedLists([{ name: "b" }, { name: "a" }], [{ name: "a", x: 1 }]);
  t.deepEqual([...(lists?.before.keys() ?? [])], ["b", "a"]);
  t.deepEqual(lists?.after.get("a"), { name: "a", x: 1 });
});
