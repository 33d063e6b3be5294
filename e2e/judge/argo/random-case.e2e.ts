import test from "ava";

import { randomCase } from "./random-case.ts";

test("the same words give the same case in each namespace, other words another one", (t) => {
  const [here, there] = ["e2e-1", "e2e-2"].map((name) =>
    JSON.stringify(randomCase("argo", 1)(name)).replaceAll(name, "NS"),
  );
  t.is(here, there);
  t.not(here, JSON.stringify(randomCase("argo", 2)("NS")));
});
