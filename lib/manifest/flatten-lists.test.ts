import test from "ava";

import { type JsonObject, type JsonValue, stringField } from "../object/json.ts";
import { flattenLists, listPath } from "./flatten-lists.ts";

const item = (name: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  name,
  ...more,
});

/** The candidates as `kind name at path`. */
const flattens = test.macro((t, value: JsonValue, ...expected: readonly string[]) => {
  const found = [...flattenLists(value)].map(
    (one) =>
      `${stringField(one.value, "kind")} ${stringField(one.value, "name")} at ${listPath(one).join("/")}`,
  );
  t.deepEqual(found, expected);
});
const list = (kind: string, items: JsonValue, apiVersion = "v1"): JsonObject => ({ apiVersion, kind, items });

test("an object is its only candidate", flattens, item("a"), "Pod a at ");
test(
  "a List is replaced by its items",
  flattens,
  list("List", [item("a"), item("b")]),
  "Pod a at items/0",
  "Pod b at items/1",
);
test(
  "nested Lists are flattened in the order of the text",
  flattens,
  list("List", [list("List", [item("a"), item("b")]), item("c")]),
  "Pod a at items/0/items/0",
  "Pod b at items/0/items/1",
  "Pod c at items/1",
);
test(
  "a List that is empty or without items yields no objects",
  flattens,
  list("List", [list("List", []), list("List", null), { apiVersion: "v1", kind: "List" }]),
);
test(
  "a kind that ends in List with items is a typed list",
  flattens,
  list("PodList", [item("a")]),
  "Pod a at items/0",
);
test(
  "items of a typed list without apiVersion and kind get those of the list",
  flattens,
  list("DeploymentList", [{ name: "a" }], "apps/v1"),
  "Deployment a at items/0",
);
test(
  "an item of a typed list with its own kind keeps it",
  flattens,
  list("DeploymentList", [{ kind: "Pod", name: "a" }], "apps/v1"),
  "Pod a at items/0",
);
test("items of a plain List get no kind", flattens, list("List", [{ name: "a" }]), "undefined a at items/0");
test(
  "a kind that ends in List without items is an object",
  flattens,
  { apiVersion: "example.com/v1", kind: "AllowList", name: "a" },
  "AllowList a at ",
);
test(
  "a List of another version with an object as items is an object",
  flattens,
  { apiVersion: "example.com/v1", kind: "List", name: "a", items: {} },
  "List a at ",
);
test(
  "items that are not objects are candidates too, so that they are reported",
  flattens,
  list("List", ["text", null]),
  "undefined undefined at items/0",
  "undefined undefined at items/1",
);

test("the apiVersion of a typed list is copied to its items", (t) => {
  const [found] = flattenLists(list("DeploymentList", [{ name: "a" }], "apps/v1"));
  t.deepEqual(found?.value, { apiVersion: "apps/v1", kind: "Deployment", name: "a" });
});

test("a List nested a hundred thousand times is flattened without running out of stack", (t) => {
  let value: JsonValue = item("a");
  for (let depth = 0; depth < 100_000; depth += 1) {
    value = list("List", [value]);
  }
  const [found] = flattenLists(value);
  t.is(found === undefined ? 0 : listPath(found).length, 200_000);
});
