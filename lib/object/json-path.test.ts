import test from "ava";

import { type JsonObject, valueAt } from "./json.ts";
import { parseJsonPath, selectValues, selectPaths } from "./json-path.ts";

const object: JsonObject = {
  list: [{ name: "a", value: 1 }, { name: "b" }, { name: "a", value: 3 }],
  map: { "x.y": [1, 2], z: [] },
};

const selects = test.macro({
  title: (_, text: string) => `the paths that ${text} selects lead to its values`,
  exec: (t, text: string, paths: readonly string[]) => {
    const path = parseJsonPath(text);
    if ("fault" in path) {
      t.fail(path.fault);
      return;
    }
    const found = selectPaths(object, path);
    t.deepEqual(
      found.map((each) => each.join("/")),
      paths,
    );
    t.deepEqual(
      found.map((each) => valueAt(object, each)),
      [...selectValues(object, path)],
    );
  },
});

test(selects, "$.list[*].value", ["list/0/value", "list/2/value"]);
test(selects, "{.list[-1].name}", ["list/2/name"]);
test(selects, "list[9].name", []);
test(selects, '$.list[?(@.name=="a")].value', ["list/0/value", "list/2/value"]);
test(selects, "$.map['x.y'][1]", ["map/x.y/1"]);
test(selects, "$.map.*", ["map/x.y", "map/z"]);
test(selects, "$.map.*[0]", ["map/x.y/0"]);
test(selects, "$.list.name", []);
