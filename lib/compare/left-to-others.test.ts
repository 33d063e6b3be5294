import test from "ava";

import { compared } from "../../fixtures/compared-sets.ts";
import { object } from "../../fixtures/planned.ts";
import { formatFieldSteps } from "../report/diff/diff-text.ts";
import type { JsonObject } from "../object/json.ts";

const service = (spec: JsonObject): JsonObject => object("Service/web", { body: { spec } });

const changes = test.macro<[before: JsonObject, after: JsonObject, expected: readonly string[]]>({
  title: (title = "") => title,
  exec: async (t, before, after, expected) => {
    const { objects } = await compared([service(before)], [service(after)]);
    t.deepEqual(
      objects.flatMap((one) => one.changes.map(({ path }) => formatFieldSteps(path))),
      expected,
    );
  },
});

const ports = [{ port: 80 }];
const headless = { clusterIP: "None", ports };
test("a Service keeps its clusterIP if the new manifest sets none", changes, headless, { ports }, []);
test(
  "a Service keeps its clusterIP if the new manifest sets an empty one",
  changes,
  headless,
  { clusterIP: "", ports },
  [],
);
test("another clusterIP is a change", changes, headless, { clusterIP: "10.0.0.1", ports }, [
  "spec.clusterIP",
]);
test(
  "a Service that becomes ExternalName loses its clusterIP",
  changes,
  headless,
  { type: "ExternalName", externalName: "example.com", ports },
  ["spec.clusterIP", "spec.externalName", "spec.type"],
);

const nodes = (...of: readonly JsonObject[]): JsonObject => ({ type: "NodePort", ports: of });
const web = { name: "web", port: 80 };
const more = { name: "more", port: 81 };
test(
  "a Service port keeps its nodePort by its name",
  changes,
  nodes({ ...web, nodePort: 30_001 }, { ...more, nodePort: 30_002 }),
  nodes({ ...web, port: 8080 }, more),
  ["spec.ports[name=web].port"],
);
test(
  "a Service port does not keep its nodePort if another port takes it",
  changes,
  nodes({ ...web, nodePort: 30_001 }),
  nodes(web, { ...more, nodePort: 30_001 }),
  ["spec.ports[name=web].nodePort", "spec.ports[name=more]"],
);
test(
  "a Service that becomes ClusterIP does not keep its nodePorts",
  changes,
  nodes({ ...web, nodePort: 30_001 }),
  { type: "ClusterIP", ports: [web] },
  ["spec.ports[name=web].nodePort", "spec.type"],
);

const set = (maxUnavailable: number): JsonObject =>
  object("StatefulSet/db", {
    body: {
      spec: {
        selector: { matchLabels: { app: "db" } },
        template: {
          metadata: { labels: { app: "db" } },
          spec: { containers: [{ name: "db", image: "db:1" }] },
        },
        updateStrategy: { rollingUpdate: { maxUnavailable } },
      },
    },
  });

async function changedAt(minor: number): Promise<number> {
  return (await compared([set(1)], [set(2)], { minor })).objects.length;
}

test("before Kubernetes 1.37, maxUnavailable of a StatefulSet is dropped by the server and not compared", async (t) => {
  t.deepEqual([await changedAt(36), await changedAt(37)], [0, 1]);
});
