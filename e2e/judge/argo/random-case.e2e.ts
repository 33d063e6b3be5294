import test from "ava";

import { randomCase } from "./random-case.ts";

test("the same seed gives the same case in each namespace, and another seed gives another case", (t) => {
  const [here, there] = ["e2e-1", "e2e-2"].map((name) =>
    JSON.stringify(randomCase("argo", 1)(name)).replaceAll(name, "NS"),
  );
  t.is(here, there);
  t.not(here, JSON.stringify(randomCase("argo", 2)("NS")));
});
