/** The repository of the scale benchmark: many units of four objects, as flux-benchmark has them. */

/** The state of the repository. */
export interface UnitFiles {
  readonly units: number;
  /** An annotation of every object, so that another version changes all of them. */
  readonly version: string;
  /** Of the units, the share that never becomes ready: its pods fit on no node. */
  readonly failing?: number;
}

/** The names of the units: `unit-0000`. */
export function unitNames(units: number): readonly string[] {
  return Array.from({ length: units }, (_, index) => `unit-${String(index).padStart(4, "0")}`);
}

/** Whether a unit of that index fails, spread evenly over all. */
export function isFailing(index: number, failing = 0): boolean {
  return Math.floor((index + 1) * failing) > Math.floor(index * failing);
}

/** All files, one for each unit. */
export function unitFiles({ units, version, failing }: UnitFiles): Readonly<Record<string, string>> {
  return Object.fromEntries(
    unitNames(units).map((name, index) => [fileOf(name), unitText(name, version, isFailing(index, failing))]),
  );
}

/** The file of a unit. */
export function fileOf(unit: string): string {
  return `units/${unit}/app.yaml`;
}

/** The folder of the unit whose name is a variable of Flux, which all units can share. */
export const sharedFolder = "shared";

/** All files at first: one for each unit, and the shared one. */
export function firstFiles(units: number): Readonly<Record<string, string>> {
  const version = "1";
  return {
    ...unitFiles({ units, version }),
    [`${sharedFolder}/app.yaml`]: unitText("${name}", version),
  };
}

/** The annotation with the version of an object. */
export const versionKey = "example.com/version";

/** The manifests of a unit: a Deployment without pods, its ServiceAccount, Service and Ingress. */
export function unitText(name: string, version: string, fails = false): string {
  const metadata = `metadata:
  name: ${name}
  annotations:
    ${versionKey}: "${version}"
`;
  const placement = fails ? "      nodeSelector:\n        example.com/absent: node\n" : "";
  return `apiVersion: v1
kind: ServiceAccount
${metadata}---
apiVersion: apps/v1
kind: Deployment
${metadata}spec:
  replicas: ${fails ? 1 : 0}
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      serviceAccountName: ${name}
${placement}      containers:
        - name: main
          image: registry.example.com/app:1.4.2
          ports:
            - name: http
              containerPort: 8080
---
apiVersion: v1
kind: Service
${metadata}spec:
  selector:
    app: ${name}
  ports:
    - name: http
      port: 80
      targetPort: http
---
apiVersion: networking.k8s.io/v1
kind: Ingress
${metadata}spec:
  rules:
    - host: ${name}.example.com
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: ${name}
                port:
                  name: http
`;
}
