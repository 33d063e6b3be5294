import test from "ava";

import { canonicalQuantity } from "./quantity-form.ts";

const writes = test.macro({
  title: (_, text: string | number, expected: string | number) => `${text} is written as ${expected}`,
  exec: (t, text: string | number, expected: string | number) => {
    t.is(canonicalQuantity(text), expected);
  },
});

// As kube-apiserver 1.36 writes them.
test(writes, "1000m", "1");
test(writes, 1, "1");
test(writes, 0.5, "500m");
test(writes, "0.1", "100m");
test(writes, "1500m", "1500m");
test(writes, "1024Mi", "1Gi");
test(writes, "1.5Gi", "1536Mi");
test(writes, "0.5Ki", "512");
test(writes, "1000", "1k");
test(writes, "12000k", "12M");
test(writes, "1e3", "1e3");
test(writes, "1E", "1E");
test(writes, "0", "0");
test(writes, "-1Ki", "-1Ki");
test(writes, "0.0000000001", "1n");
test(writes, "a", "a");
test(writes, "1e999999999", "1e999999999");
