import test from "ava";

import { newParent } from "../../inventory/applyset-parent.ts";
import type { Revision } from "../../inventory/revision.ts";
import { RefusedError } from "./refused-error.ts";
import { requireNewest } from "./revision-errors.ts";

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

test("what was chosen to be undone is undone while it is the newest", (t) => {
  t.notThrows(() => {
    requireNewest(record, 2);
  });
});

test("a revision that a person has named is gone back to, whatever has come since", (t) => {
  t.notThrows(() => {
    requireNewest(record, undefined);
  });
});

test("what another run has sent since is not undone", (t) => {
  t.throws(() => requireNewest({ ...record, history: [...record.history, revision(3)] }, 2), {
    instanceOf: RefusedError,
    message: /another run of release shop in namespace web has come after revision 2/,
  });
});
