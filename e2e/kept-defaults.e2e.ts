import test from "ava";

import { compared } from "../fixtures/compared-sets.ts";
import { object } from "../fixtures/planned.ts";
import { type JsonObject, type JsonValue, stringField } from "../lib/object/json.ts";
import { testCluster } from "./control-plane/test-cluster.ts";

type Body = JsonObject;

const labels = { app: "web" };
const workload = (kind: string) => (spec: Body, container: Body, pod: Body) =>
  object(`${kind}/web`, {
    body: {
      spec: {
        ...(kind === "StatefulSet" ? { serviceName: "web" } : {}),
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: "web", image: "web:1", ...container }], ...pod },
        },
        ...spec,
      },
    },
  });
const deployment = workload("Deployment");
const strategy = (value: JsonValue): Body => deployment({ strategy: value }, {}, {});
const container = (fields: Body): Body => deployment({}, fields, {});
const volume = (source: Body): Body => deployment({}, {}, { volumes: [{ name: "a", ...source }] });
const stateful = (value: JsonObject): Body => workload("StatefulSet")({ updateStrategy: value }, {}, {});
const daemon = (value: JsonObject): Body => workload("DaemonSet")({ updateStrategy: value }, {}, {});

const tcpSocket = { port: 80 };
const httpGet = { port: 80 };
const exec = { command: ["true"] };
const secret = { secretName: "a" };
const downwardAPI = { items: [{ path: "a", fieldRef: { fieldPath: "metadata.name" } }] };
const whole = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
const surge = { maxSurge: 1 };
const both = { maxSurge: 1, maxUnavailable: 1 };

/** Manifests before and after a change. */
const changes: readonly (readonly [before: Body, after: Body])[] = [
  [strategy({}), strategy({ type: "Recreate" })],
  [strategy({ rollingUpdate: surge }), strategy({ type: "Recreate", rollingUpdate: null })],
  [strategy({ type: "RollingUpdate", rollingUpdate: surge }), strategy({ type: "Recreate" })],
  [strategy({ rollingUpdate: both }), strategy({ type: "Recreate", rollingUpdate: null })],
  [strategy({ type: "Recreate" }), strategy(null)],
  [stateful({}), stateful({ type: "OnDelete" })],
  [stateful({ rollingUpdate: { partition: 1 } }), stateful({ type: "OnDelete", rollingUpdate: null })],
  [daemon({}), daemon({ type: "OnDelete" })],
  [container({ livenessProbe: { tcpSocket } }), container({ livenessProbe: null })],
  [container({ livenessProbe: { tcpSocket } }), container({})],
  [container({ livenessProbe: { tcpSocket, ...whole } }), container({ livenessProbe: null })],
  [container({ livenessProbe: { tcpSocket } }), container({ livenessProbe: { exec } })],
  [container({ livenessProbe: { tcpSocket } }), container({ livenessProbe: { tcpSocket: null, exec } })],
  [container({ livenessProbe: { httpGet } }), container({ livenessProbe: { httpGet: null, exec } })],
  [volume({}), volume({ secret })],
  [volume({}), volume({ emptyDir: null, secret })],
  [volume({ configMap: { name: "a" } }), volume({ secret })],
  [volume({ configMap: { name: "a" } }), volume({ configMap: null, secret })],
  [volume({ downwardAPI }), volume({ downwardAPI: null, secret })],
];

test("the API server refuses a change next to a kept default if and only if compare predicts it", async (t) => {
  t.timeout(300_000);
  const { api, createNamespace } = await testCluster();
  const namespace = await createNamespace(t);
  const refused: string[] = [];
  for (const [before, after] of changes) {
    const kind = stringField(before, "kind") ?? "";
    const path = `/apis/apps/v1/namespaces/${namespace}/${kind.toLowerCase()}s/web`;
    const apply = async (value: Body, options = ""): Promise<number> =>
      (await api("APPLY", `${path}?fieldManager=converge&force=true${options}`, value)).status;
    t.is(await apply(after, "&dryRun=All"), 201, "the manifest is valid by itself");
    t.is(await apply(before), 201);
    const answer = await apply(after, "&dryRun=All");
    const { objects } = await compared([before], [after]);
    const change = JSON.stringify([before, after]);
    t.deepEqual(
      objects.map(({ effect }) => effect),
      [answer === 422 ? "refused" : "changed"],
      change,
    );
    refused.push(...(answer === 422 ? [change] : []));
    await api("DELETE", path);
  }
  t.true(refused.length > 5 && refused.length < changes.length);
});
