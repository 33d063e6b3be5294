import test from "ava";
import * as fc from "fast-check";

import { object } from "../../../fixtures/planned.ts";
import { type JsonObject, objectField } from "../../object/json.ts";
import { withoutAllocated } from "./candidate.ts";

const addresses = { clusterIP: "10.0.0.1", clusterIPs: ["10.0.0.1"] };
const http = { name: "http", port: 80 };
const https = { name: "https", port: 443 };

function service(spec: JsonObject): JsonObject {
  return object("Service/web", { body: { spec } });
}

/** The remaining spec of a Service from a server-side dry run, given the spec of its manifest. */
const leaves = test.macro({
  title: (_, fact: string) => fact,
  exec(t, _fact: string, created: JsonObject, manifest: JsonObject, expected: JsonObject) {
    t.deepEqual(objectField(withoutAllocated(service(created), service(manifest)), "spec"), expected);
  },
});

test(
  leaves,
  "the addresses that the server would allocate are left out",
  { type: "ClusterIP", ...addresses, ports: [http] },
  { ports: [http] },
  { type: "ClusterIP", ports: [http] },
);
test(leaves, "an address that the manifest sets is kept", addresses, { clusterIP: "10.0.0.1" }, addresses);
test(
  leaves,
  "a headless Service keeps its clusterIP None",
  { clusterIP: "None", clusterIPs: ["None"] },
  { clusterIP: "None" },
  { clusterIP: "None", clusterIPs: ["None"] },
);
test(
  leaves,
  "node ports that the server would allocate are left out",
  {
    ports: [
      { ...http, nodePort: 30_001 },
      { ...https, nodePort: 30_002 },
    ],
  },
  { ports: [http, https] },
  { ports: [http, https] },
);
test(
  leaves,
  "a node port that the manifest sets is kept, and the allocated one of another port is left out",
  {
    ports: [
      { ...http, nodePort: 30_080 },
      { ...https, nodePort: 30_002 },
    ],
  },
  { ports: [{ ...http, nodePort: 30_080 }, https] },
  { ports: [{ ...http, nodePort: 30_080 }, https] },
);
test(
  leaves,
  "the health check port that the server would allocate is left out",
  { healthCheckNodePort: 30_003, externalTrafficPolicy: "Local" },
  { externalTrafficPolicy: "Local" },
  { externalTrafficPolicy: "Local" },
);
test(
  leaves,
  "a health check port that the manifest sets is kept",
  { healthCheckNodePort: 30_003 },
  { healthCheckNodePort: 30_003 },
  { healthCheckNodePort: 30_003 },
);
test(
  leaves,
  "a Service without allocated fields is unchanged",
  { type: "ExternalName" },
  {},
  { type: "ExternalName" },
);

test("objects other than Services of the core group keep every field of their spec", (t) => {
  for (const written of ["Deployment/web", "serving.knative.dev/v1/Service/web", "ConfigMap/web"]) {
    const created = object(written, { body: { spec: { ...addresses, healthCheckNodePort: 30_003 } } });
    t.is(withoutAllocated(created, object(written)), created);
  }
});

const anyNodePort = fc.option(fc.integer({ min: 30_000, max: 30_005 }), { nil: undefined });
const anyPorts = fc.uniqueArray(fc.record({ port: fc.integer({ min: 1, max: 9 }), own: anyNodePort }), {
  selector: ({ port }) => port,
});

test("the dry run of any Service shows exactly the ports and addresses that its manifest sets", (t) => {
  const law = fc.property(anyPorts, fc.boolean(), (ports, isNamed) => {
    const manifest = service({
      ...(isNamed ? { ...addresses, healthCheckNodePort: 32_000 } : {}),
      ports: ports.map(({ port, own }) => ({ port, ...(own === undefined ? {} : { nodePort: own }) })),
    });
    const created = service({
      ...addresses,
      healthCheckNodePort: 32_000,
      ports: ports.map(({ port, own }, index) => ({ port, nodePort: own ?? 31_000 + index })),
    });
    const left = withoutAllocated(created, manifest);
    t.deepEqual(left, manifest);
  });
  t.notThrows(() => fc.assert(law));
});
