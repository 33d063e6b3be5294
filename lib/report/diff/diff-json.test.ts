import test from "ava";

import { compareObjects } from "../../compare/compare-objects.ts";
import { diffJson } from "./diff-json.ts";

test("the diff as JSON is one document, with every digit of numbers and without values of Secrets", (t) => {
  const env = { apiVersion: "v1", kind: "Gadget", metadata: { name: "env" } };
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "pass" } };
  const objects = [
    compareObjects({
      key: "/Gadget/env",
      before: { ...env, spec: { size: 1 } },
      after: { ...env, spec: { size: 9007199254740993n } },
      notes: ["not asked of the server"],
    }),
    compareObjects({
      key: "/Secret/pass",
      before: { ...secret, data: { word: "YQ==" } },
      after: { ...secret, data: { word: "Yg==" } },
    }),
  ];
  const faults = [{ key: "/Gadget/bad", message: "it belongs to another release" }];
  const text = diffJson(objects, { release: "shop", namespace: "web", faults });
  t.regex(text, /"after": 9007199254740993\n/);
  t.notRegex(text, /YQ==|Yg==/);
  t.like(JSON.parse(text), {
    apiVersion: "converge.dev/v1",
    kind: "Diff",
    release: "shop",
    objects: [
      {
        ref: "/Gadget/env",
        verb: "change",
        notes: ["not asked of the server"],
        changes: [{ field: "spec.size" }],
      },
      { ref: "/Secret/pass", changes: [{ field: "data.word", kind: "changed", hidden: true }] },
    ],
    errors: [{ ref: "/Gadget/bad", message: "it belongs to another release" }],
  });
});
