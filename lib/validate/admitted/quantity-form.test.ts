import test from "ava";

import { canonicalQuantity } from "./quantity-form.ts";

const serializes = test.macro({
  title: (_, text: string | number, expected: string | number) =>
    `the quantity ${text} is serialized as ${expected}`,
  exec: (t, text: string | number, expected: string | number) => {
    t.is(canonicalQuantity(text), expected);
  },
});

// Expected forms are those that kube-apiserver 1.36 writes.
test(serializes, "1000m", "1");
test(serializes, 1, "1");
test(serializes, 0.5, "500m");
test(serializes, "0.1", "100m");
test(serializes, "1500m", "1500m");
test(serializes, "1024Mi", "1Gi");
test(serializes, "1.5Gi", "1536Mi");
test(serializes, "0.5Ki", "512");
test(serializes, "1000", "1k");
test(serializes, "12000k", "12M");
test(serializes, "1e3", "1e3");
test(serializes, "1E", "1E");
test(serializes, "0", "0");
test(serializes, "-1Ki", "-1Ki");
test(serializes, "0.0000000001", "1n");
test(serializes, "a", "a");
test(serializes, "1e999999999", "1e999999999");
