import test from "ava";

import { withoutNotes } from "./print-diagnostics.ts";

test("a run shows only the notes about fetched charts and answered lookups", (t) => {
  const codes = ["ChartFetched", "RendererNotBuilt", "LookupAnswered"] as const;
  const notes = codes.map((code) => ({ code, severity: "note", message: "" }) as const);
  t.deepEqual(
    withoutNotes(notes).map(({ code }) => code),
    ["ChartFetched", "LookupAnswered"],
  );
});
