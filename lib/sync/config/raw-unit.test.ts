import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { writtenUnits } from "./raw-unit.ts";

function onlyUnit(defaults: JsonObject, unit: JsonObject) {
  const [found] = writtenUnits({ defaults, units: [{ name: "other" }, unit] }).slice(1);
  if (found === undefined) {
    throw new Error("there is no second unit");
  }
  return found;
}

test("a unit inherits settings from defaults, mapping by mapping", (t) => {
  const { name, index, value } = onlyUnit(
    { interval: "1m", source: { url: "https://host/a", ref: "main" } },
    { name: "shop", source: { ref: "prod", path: "deploy" } },
  );
  t.is(name, "shop");
  t.is(index, 1);
  t.deepEqual(value, {
    interval: "1m",
    source: { url: "https://host/a", ref: "prod", path: "deploy" },
    name: "shop",
  });
});

test("lists and scalars are replaced as a whole, also by empty ones", (t) => {
  const { value } = onlyUnit(
    { dependsOn: ["a", "b"], prune: true, source: { path: "x" } },
    { dependsOn: [], prune: false, source: { path: "" } },
  );
  t.deepEqual(value, { dependsOn: [], prune: false, source: { path: "" } });
});

test("the place of a setting is in the unit, in defaults, or the unit itself", (t) => {
  const { placeOf } = onlyUnit(
    { source: { url: "u" }, prune: true },
    { name: "shop", source: { ref: "r" }, prune: false },
  );
  t.deepEqual(placeOf(["source", "ref"]), ["units", 1, "source", "ref"]);
  t.deepEqual(placeOf(["source", "url"]), ["defaults", "source", "url"]);
  t.deepEqual(placeOf(["prune"]), ["units", 1, "prune"]);
  t.deepEqual(placeOf(["interval"]), ["units", 1]);
});

test("a setting named __proto__ is merged like any other", (t) => {
  const { value } = onlyUnit(JSON.parse('{"__proto__": {"a": 1}}'), JSON.parse('{"__proto__": {"b": 2}}'));
  t.is(JSON.stringify(value), '{"__proto__":{"a":1,"b":2}}');
});

test("a file without `units` gives no units", (t) => {
  t.deepEqual(writtenUnits({}), []);
});
