import test from "ava";
import * as fc from "fast-check";

import { isFromUndoneRun } from "./release-request.ts";

const undoing = {
  created: new Set(["/ConfigMap/made"]),
  sent: new Set(["/ConfigMap/made", "/ConfigMap/taken", "/ConfigMap/x"]),
  taken: new Set(["/ConfigMap/taken"]),
};
const since = "2026-01-01T10:00:00Z";

/** Whether an object is deleted with the run that is undone. */
const isDeleted = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, [key, createdAt]: readonly [string, string], expected: boolean) {
    const object = { metadata: { creationTimestamp: createdAt } };
    t.is(isFromUndoneRun({ ...undoing, since }, key, object), expected);
  },
});

test(
  isDeleted,
  "an object that the undone run created is deleted",
  ["/ConfigMap/made", "2026-01-01T11:00:00Z"],
  true,
);
test(
  isDeleted,
  "an object that was created by a killed run before the undone run is deleted",
  ["/ConfigMap/x", "2026-01-01T10:00:00Z"],
  true,
);
test(
  isDeleted,
  "an object that existed before the undone run is kept",
  ["/ConfigMap/x", "2026-01-01T09:59:59Z"],
  false,
);
test(
  isDeleted,
  "an object that the undone run has taken over is kept, even if it is new",
  ["/ConfigMap/taken", "2026-01-01T11:00:00Z"],
  false,
);

test(
  isDeleted,
  "an object that the undone run did not send is kept",
  ["/ConfigMap/besides", "2026-01-01T11:00:00Z"],
  false,
);

test("without a known start only objects that the undone run created are deleted", (t) => {
  const object = { metadata: { creationTimestamp: "2026-01-01T11:00:00Z" } };
  t.false(isFromUndoneRun({ ...undoing, since: undefined }, "/ConfigMap/x", object));
  t.true(isFromUndoneRun({ ...undoing, since: undefined }, "/ConfigMap/made", object));
});

test("an object without a creation timestamp is deleted only if the undone run created it", (t) => {
  t.false(isFromUndoneRun({ ...undoing, since }, "/ConfigMap/x", {}));
  t.true(isFromUndoneRun({ ...undoing, since }, "/ConfigMap/made", {}));
});

const anyKey = fc.constantFrom("/ConfigMap/made", "/ConfigMap/taken", "/ConfigMap/x", "/ConfigMap/besides");
const anyTime = fc
  .date({ min: new Date("2025-12-31T00:00:00Z"), max: new Date("2026-01-02T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().replace(/\.\d+/, ""));

test("an object that is deleted would also be deleted if it were newer", (t) => {
  const law = fc.property(anyKey, anyTime, anyTime, (key, one, other) => {
    const [older = "", younger = ""] = [one, other].toSorted((left, right) => (left < right ? -1 : 1));
    const isDeletedAt = (creationTimestamp: string): boolean =>
      isFromUndoneRun({ ...undoing, since }, key, { metadata: { creationTimestamp } });
    return !isDeletedAt(older) || isDeletedAt(younger);
  });
  t.notThrows(() => fc.assert(law));
});
