import test from "ava";

import { withoutNotes } from "./print-diagnostics.ts";

test("of the notes, a run shows which chart was fetched and what was looked up", (t) => {
  const codes = ["ChartFetched", "RendererNotBuilt", "LookupAnswered"] as const;
  const notes = codes.map((code) => ({ code, severity: "note", message: "" }) as const);
  t.deepEqual(
    withoutNotes(notes).map(({ code }) => code),
    ["ChartFetched", "LookupAnswered"],
  );
});
