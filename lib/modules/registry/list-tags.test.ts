import test from "ava";

import { nextPage } from "./list-tags.ts";

const leads = test.macro({
  exec: (t, link: string | readonly string[] | undefined, expected: string | undefined) => {
    t.is(nextPage(link), expected);
  },
  title: (_, link) => `the next page of ${JSON.stringify(link)}`,
});

test(leads, '</v2/a/tags/list?last=b&n=2>; rel="next"', "/v2/a/tags/list?last=b&n=2");
test(leads, "<https://r.example/v2/a>;rel=next", "https://r.example/v2/a");
test(leads, '</a>; rel="prev", </b>; rel="next"', "/b");
test(leads, ['</a>; rel="prev"', '</b>; rel="next"'], "/b");
test(leads, '</a>; rel="prev"', undefined);
test(leads, "", undefined);
test(leads, undefined, undefined);
