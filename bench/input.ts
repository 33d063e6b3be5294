/** A set of manifests to measure: one multi-document YAML text, the same bytes on every machine. */
export interface BenchInput {
  /** Kebab-case, the name of its file and of its line in the report. */
  readonly name: string;
  readonly objects: number;
  /** The documents one by one, so that a large input is never in memory as a whole. */
  readonly documents: () => Generator<string>;
}

/** Every input of the benchmark, smallest first. */
export const benchInputs: readonly BenchInput[] = [
  mixed(1),
  mixed(1000),
  mixed(10_000),
  deployments(10_000),
  chain(10_000),
  hub(10_000),
  mixed(100_000),
  deployments(100_000),
];

/** Kinds as in real sets, one to three edges each, in namespaces of about a hundred objects. */
function mixed(objects: number): BenchInput {
  return {
    name: `mixed-${objects}`,
    objects,
    *documents() {
      let left = objects;
      for (let index = 0; left > 0; index++) {
        for (const document of mixedApp(index).slice(0, left)) {
          yield document;
          left--;
        }
      }
    },
  };
}

/** About 730 bytes each, without a single edge: only reading and printing remain. */
function deployments(objects: number): BenchInput {
  return {
    name: `deployments-${objects}`,
    objects,
    *documents() {
      for (let index = 0; index < objects; index++) {
        yield deployment({ name: `web-${padded(index)}`, namespace: "default" });
      }
    },
  };
}

/** Every object waits for the previous one: as many groups as objects. */
function chain(objects: number): BenchInput {
  return {
    name: `chain-${objects}`,
    objects,
    *documents() {
      for (let index = 0; index < objects; index++) {
        yield configMap(
          `link-${padded(index)}`,
          index === 0 ? [] : [`/namespaces/default/ConfigMap/link-${padded(index - 1)}`],
        );
      }
    },
  };
}

/** One object that all others wait for. */
function hub(dependents: number): BenchInput {
  return {
    name: `hub-${dependents}`,
    objects: dependents + 1,
    *documents() {
      yield configMap("hub", []);
      for (let index = 0; index < dependents; index++) {
        yield configMap(`spoke-${padded(index)}`, ["/namespaces/default/ConfigMap/hub"]);
      }
    },
  };
}

function padded(index: number): string {
  return String(index).padStart(6, "0");
}

/** The documents of one application; every tenth has a Namespace, every fiftieth a CRD. */
function mixedApp(index: number): readonly string[] {
  const namespace = `team-${padded(Math.floor(index / 10))}`;
  const place = { name: `app-${padded(index)}`, namespace };
  const group = `g${Math.floor(index / 50)}.bench.example.com`;
  return [
    ...(index % 10 === 0 ? [head("v1", "Namespace", { name: namespace, namespace: "" })] : []),
    ...(index % 50 === 0 ? [definition(group)] : []),
    head("v1", "ServiceAccount", place),
    `${head("v1", "ConfigMap", place)}data:\n  LOG_LEVEL: info\n  PORT: "8080"\n`,
    `${head("v1", "Secret", place)}type: Opaque\nstringData:\n  token: not-a-real-token-${index}\n`,
    `${head("rbac.authorization.k8s.io/v1", "Role", place)}rules:\n  - apiGroups: [""]\n    resources: [configmaps]\n    verbs: [get, list, watch]\n`,
    roleBinding(place),
    `${head("v1", "Service", place)}spec:\n  selector:\n    app: ${place.name}\n  ports:\n    - port: 80\n      targetPort: http\n`,
    deployment({ ...place, podLines: podReferences(place.name) }),
    `${head(`${group}/v1`, "Report", place)}spec:\n  every: 1h\n`,
    job(place),
  ];
}

interface Place {
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
}

function head(apiVersion: string, kind: string, { name, namespace }: Place): string {
  const namespaceLine = namespace === "" ? "" : `  namespace: ${namespace}\n`;
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: ${name}\n${namespaceLine}`;
}

function configMap(name: string, dependsOn: readonly string[]): string {
  const annotations =
    dependsOn.length === 0
      ? ""
      : `  annotations:\n    config.kubernetes.io/depends-on: ${dependsOn.join(",")}\n`;
  return `${head("v1", "ConfigMap", { name, namespace: "default" })}${annotations}data:\n  key: value\n`;
}

function definition(group: string): string {
  return `${head("apiextensions.k8s.io/v1", "CustomResourceDefinition", { name: `reports.${group}`, namespace: "" })}spec:
  group: ${group}
  scope: Namespaced
  names:
    plural: reports
    singular: report
    kind: Report
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                every:
                  type: string
`;
}

function roleBinding(place: Place): string {
  return `${head("rbac.authorization.k8s.io/v1", "RoleBinding", place)}roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: Role
  name: ${place.name}
subjects:
  - kind: ServiceAccount
    name: ${place.name}
    namespace: ${place.namespace}
`;
}

function podReferences(name: string): string {
  return `      serviceAccountName: ${name}
      volumes:
        - name: settings
          configMap:
            name: ${name}
        - name: credentials
          secret:
            secretName: ${name}
`;
}

function deployment({ name, namespace, podLines = "" }: Place & { readonly podLines?: string }): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: ${namespace}
  labels:
    app: ${name}
spec:
  replicas: 2
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
${podLines}      containers:
        - name: web
          image: registry.example.com/web:1.4.2
          ports:
            - name: http
              containerPort: 8080
          env:
            - name: LOG_LEVEL
              value: info
          resources:
            requests:
              cpu: 50m
              memory: 64Mi
            limits:
              memory: 128Mi
          readinessProbe:
            httpGet:
              path: /ready
              port: http
`;
}

function job(place: Place): string {
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${place.name}
  namespace: ${place.namespace}
  annotations:
    config.kubernetes.io/depends-on: apps/namespaces/${place.namespace}/Deployment/${place.name}
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: check
          image: busybox:1.36
          command: ["true"]
`;
}
