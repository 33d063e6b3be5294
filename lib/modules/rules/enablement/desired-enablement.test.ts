import test from "ava";

import type { JsonObject } from "../../../object/json.ts";
import { isAvailable, isInBundle } from "./desired-enablement.ts";

/** The documented example. */
const documented = { editions: { ee: { available: true, enabledInBundles: ["Default"] } } };

const available = test.macro({
  title: (_, accessibility: JsonObject, edition: string, wanted: boolean) =>
    `${JSON.stringify(accessibility)} makes a module ${wanted ? "" : "un"}available in edition '${edition}'`,
  exec: (t, accessibility: JsonObject, edition: string, wanted: boolean) => {
    t.is(isAvailable(accessibility, edition), wanted);
  },
});
test(available, documented, "ee", true);
test(available, documented, "ce", false);
test(available, documented, "", true);
test(available, {}, "ce", true);
test(available, { editions: {} }, "ce", true);
test(available, { editions: { ee: { available: false } } }, "ee", false);
test(available, { editions: { ee: {} } }, "ee", false);
test(available, { editions: { ee: { available: false }, _default: { available: true } } }, "ee", false);
test(available, { editions: { ee: { available: false }, _default: { available: true } } }, "ce", true);
test(available, documented, "constructor", false);

const inBundle = test.macro({
  title: (_, accessibility: JsonObject, [edition, bundle]: readonly [string, string], wanted: boolean) =>
    `${JSON.stringify(accessibility)} ${wanted ? "enables" : "does not enable"} a module in bundle ${bundle} of edition '${edition}'`,
  exec: (t, accessibility: JsonObject, [edition, bundle]: readonly [string, string], wanted: boolean) => {
    t.is(isInBundle(accessibility, { edition, bundle }), wanted);
  },
});
test(inBundle, documented, ["ee", "Default"], true);
test(inBundle, documented, ["ee", "Minimal"], false);
test(inBundle, documented, ["ce", "Default"], false);
test(inBundle, documented, ["", "Default"], false);
test(inBundle, {}, ["ee", "Default"], false);
test(
  inBundle,
  { editions: { ee: { available: false, enabledInBundles: ["Default"] } } },
  ["ee", "Default"],
  false,
);
test(
  inBundle,
  { editions: { _default: { available: true, enabledInBundles: ["Default"] } } },
  ["", "Default"],
  true,
);

test("a module without an accessibility definition is available, and in no bundle", (t) => {
  t.true(isAvailable(undefined, "ce"));
  t.false(isInBundle(undefined, { edition: "ee", bundle: "Default" }));
});
