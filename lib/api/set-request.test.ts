import test from "ava";

import type { OpenSet } from "./open-set.ts";
import type { ReleaseSetOptions } from "./options/run-options.ts";
import { setRequestOf } from "./set-request.ts";

const sources: OpenSet = { read: () => Promise.reject(new Error("not read")) };

function adoptedBy(options: Partial<ReleaseSetOptions>): unknown {
  return setRequestOf({ release: "web", ...options }, sources).adopt;
}

test("the option of a tool names the owner to adopt from", (t) => {
  t.is(adoptedBy({}), undefined);
  t.deepEqual(adoptedBy({ adoptHelmRelease: { name: "web" } }), { tool: "Helm", name: "web" });
  t.deepEqual(adoptedBy({ adoptApplySet: { name: "web", kind: "ConfigMap" } }), {
    tool: "kubectl",
    name: "web",
    parent: { group: "", kind: "ConfigMap" },
  });
});

test("objects are adopted from only one owner", (t) => {
  const name = { name: "web" };
  t.throws(() => adoptedBy({ adoptArgoApp: name, adoptKappApp: name }), {
    instanceOf: TypeError,
    message: /only one of the options/,
  });
});
