import test from "ava";

import { sidesMarkdown, sidesText } from "./side-names.ts";

const id = "0123456789abcdef0123456789abcdef01234567";

test("a side is shown by its name with its commit, and commit IDs are shortened", (t) => {
  t.is(
    sidesText({ base: "main", head: "HEAD", commits: { base: id, head: id } }),
    "main (0123456789ab) → HEAD (0123456789ab)",
  );
  t.is(
    sidesText({ base: id, head: "01234", commits: { base: id, head: id } }),
    "0123456789ab → 0123456789ab",
  );
  t.is(
    sidesText({ base: "main", head: "working tree", commits: { base: id } }),
    "main (0123456789ab) → working tree",
  );
  t.is(sidesText({ base: "old/", head: "new/" }), "old/ → new/");
});

test("a branch name cannot break out of its code span in Markdown", (t) => {
  t.is(sidesMarkdown({ base: "a`@b", head: "c", commits: { head: id } }), "``a`@b`` → `c (0123456789ab)`");
});
