import test from "ava";

import type { SourceText } from "../object/diagnostic/source-text.ts";
import { cachedReader } from "./cached-reader.ts";

const source: SourceText = {
  name: "a.yaml",
  text: "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n",
};

test("reading the same text again returns the cached objects", (t) => {
  const read = cachedReader();
  t.is(read({ ...source }), read({ ...source }));
});

const reads = test.macro<[other: Partial<SourceText>]>({
  title: (title = "") => `${title} is not served from the cache`,
  exec: (t, other) => {
    const read = cachedReader();
    const first = read(source);
    const second = read({ ...source, ...other });
    t.not(second.objects[0], first.objects[0]);
    t.is(second.objects[0]?.document.source.name, other.name ?? source.name);
  },
});
test("another text of the same name", reads, { text: source.text.replace("name: a", "name: b") });
test("the same text under another name", reads, { name: "b.yaml" });
test("the same text in a folder of CRDs", reads, { isChartCrds: true });
test("the same text with decrypted values", reads, { secrets: { values: ["a"] } });
test("the same text of an ordered chart", reads, {
  chart: { path: "shop", after: [], timeout: 1000, isIgnored: false },
});
