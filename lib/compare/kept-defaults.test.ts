import test from "ava";

import { compared } from "../../fixtures/compared-sets.ts";
import { object } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";

const web = (spec: JsonObject, container: JsonObject = {}): JsonObject =>
  object("Deployment/web", {
    body: {
      spec: {
        selector: { matchLabels: { app: "web" } },
        template: {
          metadata: { labels: { app: "web" } },
          spec: { containers: [{ name: "web", image: "web:1", ...container }] },
        },
        ...spec,
      },
    },
  });

const conflicts = test.macro<[before: JsonObject, after: JsonObject, faults: readonly string[]]>({
  title: (title = "") => title,
  exec: async (t, before, after, faults) => {
    const { objects } = await compared([before], [after], { level: "ignore", recreate: true });
    t.deepEqual(
      objects.map(({ effect, reason }) => [effect, reason]),
      [
        faults.length === 0
          ? ["changed", undefined]
          : ["refused", `the API server keeps a default beside the new value: ${faults.join("; ")}`],
      ],
    );
  },
});

const recreateFault = "spec.strategy.rollingUpdate: may not be specified when strategy `type` is 'Recreate'";
test(
  "a default that the server keeps may be invalid together with a new value",
  conflicts,
  web({}),
  web({ strategy: { type: "Recreate" } }),
  [recreateFault],
);
test(
  "a null does not remove an invalid default",
  conflicts,
  web({ strategy: { rollingUpdate: { maxSurge: 1 } } }),
  web({ strategy: { type: "Recreate", rollingUpdate: null } }),
  [recreateFault],
);
test(
  "removing a mapping removes its defaults too",
  conflicts,
  web({ strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } }),
  web({ strategy: { type: "Recreate" } }),
  [],
);
const probe = { livenessProbe: { tcpSocket: { port: 80 } } };
test(
  "a probe that becomes null keeps its default timings, and lacks a handler",
  conflicts,
  web({}, probe),
  web({}, { livenessProbe: null }),
  ["spec.template.spec.containers[0].livenessProbe: is required: must specify a handler type"],
);
test("removing a probe is valid", conflicts, web({}, probe), web({}), []);
