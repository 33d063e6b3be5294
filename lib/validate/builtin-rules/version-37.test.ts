import test from "ava";

import { loadBuiltinSchemas } from "../builtin/load-builtin-schemas.ts";
import { serverRules } from "./check-builtin-rules.ts";
import { builtinObject, ruleCauses } from "../../../fixtures/checked-builtin.ts";
import { changedObject } from "../../../fixtures/recorded-refusals.ts";
import type { JsonValue } from "../../object/json.ts";

interface Difference {
  readonly text: string;
  readonly path: string;
  readonly value: JsonValue;
  /** Whether the change is an update of the valid object instead of a new object. */
  readonly isChange?: boolean;
  readonly before: readonly string[];
  readonly since: readonly string[];
}

const differs = test.macro({
  title: (_, { path, value }: Difference) =>
    `${path} = ${JSON.stringify(value).slice(0, 100)} has other faults in Kubernetes 1.37 than in 1.36`,
  exec: (t, { text, path, value, isChange = false, before, since }: Difference) => {
    const object = builtinObject(text);
    const old = isChange ? object : undefined;
    t.deepEqual(ruleCauses(object, old, 37), []);
    const changed = changedObject(object, path, value);
    t.deepEqual(ruleCauses(changed, old, 36), before);
    t.deepEqual(ruleCauses(changed, old, 37), since);
  },
});

const set = `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: set }
spec:
  serviceName: set
  selector: { matchLabels: { app: set } }
  template:
    metadata: { labels: { app: set } }
    spec: { containers: [{ name: a, image: a }] }
`;
const unavailable = "spec.updateStrategy.rollingUpdate.maxUnavailable";
test(differs, {
  text: set,
  path: "spec updateStrategy",
  value: { rollingUpdate: { maxUnavailable: 0 } },
  before: [],
  since: [`Invalid ${unavailable}`],
});
test(differs, {
  text: set,
  path: "spec updateStrategy",
  value: { rollingUpdate: { maxUnavailable: "101%" } },
  before: [],
  since: [`Invalid ${unavailable}`],
});
test(differs, {
  text: set,
  path: "spec serviceName",
  value: "other",
  isChange: true,
  before: ["Forbidden spec"],
  since: ["Invalid spec.serviceName"],
});
test(differs, {
  text: set,
  path: "spec podManagementPolicy",
  value: "Parallel",
  isChange: true,
  before: ["Forbidden spec"],
  since: ["Invalid spec.podManagementPolicy"],
});

const autoscaler = `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  maxReplicas: 5
  metrics: [{ type: External, external: { metric: { name: queue }, target: { type: Value, value: 1 } } }]
`;
test(differs, {
  text: autoscaler,
  path: "spec minReplicas",
  value: 0,
  before: ["Invalid spec.minReplicas"],
  since: [],
});
test(differs, {
  text: autoscaler,
  path: "spec",
  value: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    minReplicas: 0,
    maxReplicas: 5,
  },
  before: ["Forbidden spec.metrics", "Invalid spec.minReplicas"],
  since: ["Forbidden spec.metrics"],
});

const pod = `
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers: [{ name: web, image: web }]
  volumes: [{ name: files, projected: { sources: [] } }]
`;
const sources = "spec volumes 0 projected sources";
const at = "spec.volumes[0].projected.sources[0]";

function projected(source: JsonValue, since: readonly string[]): Difference {
  return { text: pod, path: sources, value: [source], before: [], since };
}

const bundle = `${at}.clusterTrustBundle`;
const accepted = [
  { clusterTrustBundle: { name: "example.com:mesh:roots", path: "ca.pem" } },
  { clusterTrustBundle: { signerName: "example.com/mesh", labelSelector: {}, path: "ca.pem" } },
  { podCertificate: { signerName: "example.com/mesh", keyType: "ED25519", keyPath: "key.pem" } },
  {
    podCertificate: {
      signerName: "example.com/mesh",
      keyType: "RSA3072",
      maxExpirationSeconds: 3600,
      credentialBundlePath: "all.pem",
      userAnnotations: { "example.com/team": "web" },
    },
  },
];
test("valid clusterTrustBundle and podCertificate sources of projected volumes are accepted", (t) => {
  for (const source of accepted) {
    t.deepEqual(ruleCauses(changedObject(builtinObject(pod), sources, [source]), undefined, 37), []);
  }
});
test(differs, projected({ clusterTrustBundle: {} }, [`Required ${bundle}`, `Required ${bundle}.path`]));
test(
  differs,
  projected({ clusterTrustBundle: { name: "a", signerName: "a.b/c", path: "ca.pem" } }, [
    `Invalid ${bundle}`,
  ]),
);
test(
  differs,
  projected({ clusterTrustBundle: { name: "A:b c", labelSelector: {}, path: "../ca.pem" } }, [
    `Invalid ${bundle}.labelSelector`,
    `Invalid ${bundle}.name`,
    `Invalid ${bundle}.path`,
  ]),
);
test(
  differs,
  projected({ clusterTrustBundle: { signerName: "mesh", path: "ca.pem" } }, [`Invalid ${bundle}.signerName`]),
);
test(
  differs,
  projected({ clusterTrustBundle: { signerName: `${"a.".repeat(126)}ab/c`, path: "ca.pem" } }, [
    `TooLong ${bundle}.signerName`,
  ]),
);
const certificate = `${at}.podCertificate`;
test(
  differs,
  projected({ podCertificate: {} }, [
    `NotSupported ${certificate}.keyType`,
    `Required ${certificate}`,
    `Required ${certificate}.signerName`,
  ]),
);
test(
  differs,
  projected(
    {
      podCertificate: {
        signerName: "kubernetes.io/mesh",
        keyType: "ED25519",
        keyPath: "/key.pem",
        maxExpirationSeconds: 86_401,
        userAnnotations: { team: "web" },
      },
    },
    [
      `Invalid ${certificate}.keyPath`,
      `Invalid ${certificate}.maxExpirationSeconds`,
      `Invalid ${certificate}.userAnnotations`,
    ],
  ),
);
test(differs, {
  text: pod,
  path: sources,
  value: [
    { podCertificate: { signerName: "a.b/c", keyType: "ED25519", keyPath: "a", certificateChainPath: "a" } },
  ],
  before: [],
  since: ["Invalid spec.volumes[0].projected"],
});
test(
  differs,
  projected({ secret: { name: "a" }, clusterTrustBundle: { name: "a", path: "ca.pem" } }, [
    `Forbidden ${at}`,
  ]),
);

const level = `
apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: { name: level }
spec: { type: Limited, limited: { limitResponse: { type: Queue, queuing: {} } } }
`;
test(differs, {
  text: level,
  path: "spec type",
  value: "Other",
  before: ["NotSupported spec.type"],
  since: ["Forbidden spec.limited", "NotSupported spec.type"],
});
test(differs, {
  text: level,
  path: "spec",
  value: { limited: {}, exempt: {} },
  before: ["Required spec.type"],
  since: [
    "Forbidden spec.exempt",
    "Forbidden spec.limited",
    "Required spec.limited.limitResponse.type",
    "Required spec.type",
  ],
});
test(differs, {
  text: level,
  path: "spec limited limitResponse type",
  value: "",
  before: ["Required spec.limited.limitResponse.type"],
  since: ["Forbidden spec.limited.limitResponse.queuing", "Required spec.limited.limitResponse.type"],
});

test("an invalid value of a field that a disabled feature gate drops is not refused", async (t) => {
  const schemas = await loadBuiltinSchemas(37);
  for (const [probe, isRefused] of [
    [{ httpGet: { port: 80, protocol: "HTTP3" } }, false],
    [{ grpc: { port: 80, mode: "Quiet" } }, false],
    [{ httpGet: { port: 80, scheme: "HTTP3" } }, true],
  ] as const) {
    const object = changedObject(builtinObject(pod), "spec containers 0 livenessProbe", probe);
    const faults = serverRules.check(object, schemas?.check(object).faults ?? [], { minor: 37 });
    t.is(faults.length > 0, isRefused, JSON.stringify(probe));
  }
});
