import test from "ava";
import * as fc from "fast-check";

import { isFromUndoneRun } from "./release-request.ts";

const undoing = {
  created: new Set(["/ConfigMap/made"]),
  sent: new Set(["/ConfigMap/made", "/ConfigMap/taken", "/ConfigMap/x"]),
  taken: new Set(["/ConfigMap/taken"]),
};
const since = "2026-01-01T10:00:00Z";

/** Whether an object goes with the run that is undone. */
const goes = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, [key, createdAt]: readonly [string, string], expected: boolean) {
    const object = { metadata: { creationTimestamp: createdAt } };
    t.is(isFromUndoneRun({ ...undoing, since }, key, object), expected);
  },
});

test(goes, "what the run has made goes", ["/ConfigMap/made", "2026-01-01T11:00:00Z"], true);
test(goes, "what a killed run before it has made goes", ["/ConfigMap/x", "2026-01-01T10:00:00Z"], true);
test(goes, "what was there before stays", ["/ConfigMap/x", "2026-01-01T09:59:59Z"], false);
test(
  goes,
  "what the run has taken over stays, however new it is",
  ["/ConfigMap/taken", "2026-01-01T11:00:00Z"],
  false,
);

test(goes, "what the run does not have stays", ["/ConfigMap/besides", "2026-01-01T11:00:00Z"], false);

test("where nobody knows since when, only what the run has made goes", (t) => {
  const object = { metadata: { creationTimestamp: "2026-01-01T11:00:00Z" } };
  t.false(isFromUndoneRun({ ...undoing, since: undefined }, "/ConfigMap/x", object));
  t.true(isFromUndoneRun({ ...undoing, since: undefined }, "/ConfigMap/made", object));
});

test("an object without a time of creation goes only if the run has made it", (t) => {
  t.false(isFromUndoneRun({ ...undoing, since }, "/ConfigMap/x", {}));
  t.true(isFromUndoneRun({ ...undoing, since }, "/ConfigMap/made", {}));
});

const anyKey = fc.constantFrom("/ConfigMap/made", "/ConfigMap/taken", "/ConfigMap/x", "/ConfigMap/besides");
const anyTime = fc
  .date({ min: new Date("2025-12-31T00:00:00Z"), max: new Date("2026-01-02T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().replace(/\.\d+/, ""));

test("an object that goes would also go if it were younger", (t) => {
  const law = fc.property(anyKey, anyTime, anyTime, (key, one, other) => {
    const [older = "", younger = ""] = [one, other].toSorted((left, right) => (left < right ? -1 : 1));
    const goesAt = (creationTimestamp: string): boolean =>
      isFromUndoneRun({ ...undoing, since }, key, { metadata: { creationTimestamp } });
    return !goesAt(older) || goesAt(younger);
  });
  t.notThrows(() => fc.assert(law));
});
