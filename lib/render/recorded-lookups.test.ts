import test from "ava";

import type { TemplateLookup } from "../object/render-context.ts";
import { RecordedLookups } from "./recorded-lookups.ts";

const origin = { file: "shop/templates/web.yaml", line: 3, column: 5, length: 6 };
const facts = { lookups: [origin], isRandom: false, hooks: [] };

function of(kind: string, name: string): TemplateLookup {
  return { apiVersion: "v1", kind, namespace: "prod", name };
}

test("lookups read each object once, and their diagnostics name the kinds", async (t) => {
  const asked: string[] = [];
  const lookups = new RecordedLookups(async ({ kind, name }) => {
    asked.push(`${kind}/${name}`);
    return Promise.resolve(kind === "Node" ? "refused" : { kind });
  });
  t.deepEqual(await lookups.lookUp(of("Secret", "a")), { kind: "Secret" });
  t.deepEqual(await lookups.lookUp(of("Secret", "a")), { kind: "Secret" });
  await lookups.lookUp(of("ConfigMap", ""));
  t.is(await lookups.lookUp(of("Node", "n")), "refused");
  t.deepEqual(asked, ["Secret/a", "ConfigMap/", "Node/n"]);
  t.deepEqual(await lookups.diagnostics("shop", facts), [
    {
      code: "LookupAnswered",
      severity: "note",
      message: "shop has read the cluster by 2 lookups: ConfigMap, Secret",
      origin,
    },
    {
      code: "LookupRefused",
      severity: "warning",
      message: "shop looks up Node, which this account must not read: lookup returns nothing",
      origin,
    },
  ]);
});

test("a chart without lookups has no findings", async (t) => {
  const lookups = new RecordedLookups(() => Promise.reject(new Error("unasked")));
  t.deepEqual(await lookups.diagnostics("shop", facts), []);
});
