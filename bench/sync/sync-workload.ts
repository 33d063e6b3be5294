/** The set of a measured sidecar: ConfigMaps, and some Deployments without pods, in units of equal size. */

/** The number of units. */
export const unitCount = 20;
/** One of so many objects is a Deployment. */
const deploymentEvery = 20;
/** Objects in one file. */
const fileObjects = 25;

/** An object by its index among all. */
export interface WorkObject {
  readonly name: string;
  readonly kind: "ConfigMap" | "Deployment";
  readonly unit: string;
}

/** The names of the units. */
export const workUnits: readonly string[] = Array.from({ length: unitCount }, (_, index) => `unit-${index}`);

/** The object of that number. */
export function workObject(index: number): WorkObject {
  const kind = Math.floor(index / unitCount) % deploymentEvery === 0 ? "Deployment" : "ConfigMap";
  return { name: `object-${index}`, kind, unit: workUnits[index % unitCount] ?? "" };
}

/** The file that contains an object. */
export function fileOf(index: number): string {
  const place = Math.floor(index / unitCount / fileObjects);
  return `${workObject(index).unit}/objects-${place}.yaml`;
}

/** The text of a file among so many objects; an object contains its version, by default 0. */
export function fileText(file: string, objects: number, versions: ReadonlyMap<number, number>): string {
  const all = Array.from({ length: objects }, (_, index) => index).filter((index) => fileOf(index) === file);
  return all.map((index) => textOf(workObject(index), versions.get(index) ?? 0)).join("---\n");
}

/** All files with so many objects. */
export function workFiles(objects: number): Readonly<Record<string, string>> {
  const files = new Map<string, string>();
  for (let index = 0; index < objects; index += 1) {
    const file = fileOf(index);
    const before = files.get(file);
    files.set(file, `${before === undefined ? "" : `${before}---\n`}${textOf(workObject(index), 0)}`);
  }
  return Object.fromEntries(files);
}

function textOf({ name, kind }: WorkObject, version: number): string {
  return kind === "ConfigMap"
    ? `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  key: value\n  version: "${version}"\n`
    : `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  annotations:
    example.com/version: "${version}"
spec:
  replicas: 0
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
        - name: main
          image: registry.example.com/app:1.4.2
`;
}
