import test from "ava";

import { newParent } from "../../inventory/applyset-parent.ts";
import type { Revision } from "../../inventory/revision.ts";
import { RefusedError, requireNewest, revisionMissing } from "./refused-error.ts";

const revision = (number: number): Revision => ({
  number,
  at: 0,
  action: "upgrade",
  outcome: "succeeded",
  digest: "",
  objects: 1,
  shards: 1,
});

const record = { ...newParent("shop", "web"), history: [revision(1), revision(2)] };

test("the chosen revision is undone while it is the newest", (t) => {
  t.notThrows(() => {
    requireNewest(record, 2);
  });
});

test("a rollback to an explicit revision is allowed independent of newer revisions", (t) => {
  t.notThrows(() => {
    requireNewest(record, undefined);
  });
});

test("undoing a revision is refused if another run has started since", (t) => {
  t.throws(() => requireNewest({ ...record, history: [...record.history, revision(3)] }, 2), {
    instanceOf: RefusedError,
    message: /another run of release shop in namespace web has started since revision 2/,
  });
});

test("undoing a revision is refused if the release has no revisions", (t) => {
  t.throws(() => requireNewest({ ...record, history: [] }, 1), { instanceOf: RefusedError });
});

test("the error for a missing revision lists the stored revisions with their outcomes", (t) => {
  const history = [revision(3), { ...revision(4), outcome: "timedOut" as const }];
  const error = revisionMissing({ ...record, history }, "has no revision 7");
  t.true(error instanceof RefusedError);
  t.is(error.message, "release shop in namespace web has no revision 7; stored: 3 (succeeded), 4 (timedOut)");
});

test("the error for a release without revisions states that the next apply stores one", (t) => {
  t.is(
    revisionMissing({ ...record, history: [] }, "has no revision").message,
    "release shop in namespace web has no revision; no revision is stored yet: the next apply stores one",
  );
});
