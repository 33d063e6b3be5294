import test from "ava";

import type { JsonValue } from "../../object/json.ts";
import type { MergeType } from "./merge-type.ts";
import { reapplyConfiguration } from "./reapply-configuration.ts";

const any: MergeType = { is: "any" };
const byName: MergeType = { is: "list", item: () => any, identity: [{ name: "name" }] };
const types = new Map<string, MergeType>([
  ["items", byName],
  ["whole", { is: "map", isAtomic: true, named: () => undefined, rest: any }],
]);
const root: MergeType = { is: "map", isAtomic: false, named: (name) => types.get(name), rest: any };

const reapplies = test.macro<
  [stored: JsonValue, before: JsonValue, after: JsonValue, expected: JsonValue | undefined]
>({
  title: (title = "") => title,
  exec: (t, stored, before, after, expected) => {
    t.deepEqual(reapplyConfiguration(stored, { before, after }, root), expected);
  },
});

test(
  "fields that only the server has set are kept",
  reapplies,
  { kept: 1, below: { kept: 1, given: 1 } },
  { below: { given: 1 } },
  { below: { given: 2, added: 3 } },
  { kept: 1, below: { kept: 1, given: 2, added: 3 } },
);
test(
  "a field that is no longer applied is removed with all fields below it",
  reapplies,
  { below: { kept: 1, given: 1 }, more: 1 },
  { below: { given: 1 }, more: 1 },
  {},
  {},
);
test(
  "null removes the previously applied fields below it and keeps the rest",
  reapplies,
  { below: { kept: 1, given: 1 }, alone: { given: 1 }, scalar: 1 },
  { below: { given: 1 }, alone: { given: 1 }, scalar: 1 },
  { below: null, alone: null, scalar: null },
  { below: { kept: 1 } },
);
test(
  "an empty mapping removes the previously applied fields below it and keeps the rest",
  reapplies,
  { below: { kept: 1, given: 1 } },
  { below: { given: 1 } },
  { below: {} },
  { below: { kept: 1 } },
);
test(
  "items of a list are matched by their keys",
  reapplies,
  {
    items: [
      { name: "a", kept: 1 },
      { name: "b", kept: 2 },
      { name: "c", kept: 3 },
    ],
  },
  { items: [{ name: "a" }, { name: "b" }, { name: "c" }] },
  { items: [{ name: "c", given: 3 }, { name: "a" }, { name: "d" }] },
  { items: [{ name: "c", kept: 3, given: 3 }, { name: "a", kept: 1 }, { name: "d" }] },
);
test(
  "an atomic field is replaced as a whole",
  reapplies,
  { whole: { kept: 1, given: 1 }, list: [1, 2] },
  { whole: { given: 1 }, list: [1, 2] },
  { whole: { given: 2 }, list: [3] },
  { whole: { given: 2 }, list: [3] },
);
