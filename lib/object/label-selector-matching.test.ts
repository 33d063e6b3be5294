import test from "ava";

import type { JsonObject, JsonValue } from "./json.ts";
import { isEmptySelector, labelLookup, matchesLabels, mayMatch } from "./label-selector.ts";

const labels = { app: "web", tier: "front", empty: "" };

/** Matches a LabelSelector against an object with the labels above. */
const selects = test.macro((t, selector: JsonValue | undefined, expected: boolean) => {
  t.is(mayMatch(selector, labelLookup({ metadata: { labels } })), expected);
});

function requirement(key: string, operator: string, ...values: readonly string[]): JsonObject {
  return { matchExpressions: [{ key, operator, ...(values.length === 0 ? {} : { values }) }] };
}

test("an absent selector matches everything", selects, undefined, true);
test("an empty selector matches everything", selects, {}, true);
test("a label with another value does not match", selects, { matchLabels: { app: "db" } }, false);
test("an absent label does not match", selects, { matchLabels: { zone: "a" } }, false);
test("all labels must match", selects, { matchLabels: { app: "web", tier: "back" } }, false);
test("a label with an empty value is present", selects, { matchLabels: { empty: "" } }, true);
test("In matches one of its values", selects, requirement("app", "In", "api", "web"), true);
test("In matches no other value", selects, requirement("app", "In", "api"), false);
test("In does not match an absent label", selects, requirement("zone", "In", "a"), false);
test("NotIn does not match one of its values", selects, requirement("app", "NotIn", "web"), false);
test("NotIn matches another value", selects, requirement("app", "NotIn", "api"), true);
test("NotIn matches an absent label", selects, requirement("zone", "NotIn", "a"), true);
test("Exists matches any value", selects, requirement("empty", "Exists"), true);
test("Exists does not match an absent label", selects, requirement("zone", "Exists"), false);
test("DoesNotExist matches an absent label", selects, requirement("zone", "DoesNotExist"), true);
test("DoesNotExist does not match an empty value", selects, requirement("empty", "DoesNotExist"), false);
test("an unknown operator counts as a match", selects, requirement("app", "Gt", "5"), true);
test(
  "matchLabels and matchExpressions must both match",
  selects,
  { matchLabels: { app: "web" }, ...requirement("tier", "In", "back") },
  false,
);
test(
  "every expression must match",
  selects,
  {
    matchExpressions: [
      { key: "app", operator: "Exists" },
      { key: "tier", operator: "DoesNotExist" },
    ],
  },
  false,
);
test(
  "a label named like a property of every object is absent",
  selects,
  requirement("constructor", "Exists"),
  false,
);

const unknown = (): undefined => undefined;

test("a requirement on an unknown label counts as a match", (t) => {
  t.true(mayMatch({ matchLabels: { app: "web" } }, unknown));
  for (const operator of ["In", "NotIn", "Exists", "DoesNotExist"]) {
    t.true(mayMatch(requirement("app", operator, "x"), unknown), operator);
  }
});

test("the selector of a Service requires each of its labels with that value", (t) => {
  t.true(matchesLabels({ labels }, { app: "web", tier: "front" }));
  t.false(matchesLabels({ labels }, { app: "web", tier: "back" }));
  t.false(matchesLabels({ labels }, { zone: "a" }));
  t.false(matchesLabels({}, { app: "web" }));
  t.true(isEmptySelector({}));
  t.false(isEmptySelector({ app: "web" }));
});

test("every label of an object without labels is absent", (t) => {
  for (const value of [undefined, {}, { metadata: {} }, { metadata: { labels: null } }, "text"]) {
    t.is(labelLookup(value)("app"), null);
  }
  t.is(labelLookup({ metadata: { labels: { app: 5 } } })("app"), null);
});
