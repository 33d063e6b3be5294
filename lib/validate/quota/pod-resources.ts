/**
 * The requests and limits of a pod, once the defaults of the server and of LimitRanges are filled in.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/component-helpers/resource/helpers.go
 */
import {
  indexedList,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  stringField,
} from "../../object/json.ts";
import { type ContainerDefaults, merged } from "./limit-items.ts";
import {
  addResources,
  greaterResources,
  noResources,
  readResources,
  type ResourceList,
} from "./resource-list.ts";

/** Requests and limits of a container or a pod. */
export interface Resources {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

/** A container or an init container. */
export interface ContainerResources extends Resources {
  readonly name: string;
  /** From the spec of the pod. */
  readonly path: Path;
  readonly isInit: boolean;
  /** Whether it runs beside the containers: an init container that restarts. */
  readonly isSidecar: boolean;
}

/** The requests and limits of a pod. */
export interface PodResources {
  readonly containers: readonly ContainerResources[];
  /** Of the whole pod, without its overhead. */
  readonly total: Resources;
  /** The same with its overhead. */
  readonly charged: Resources;
  /** Whether `spec.resources` sets any: then containers need none. */
  readonly isSetForPod: boolean;
  /** Whether neither CPU nor memory is requested or limited. */
  readonly isBestEffort: boolean;
}

/** The minor version since which `spec.resources` of a pod has an effect. */
const podLevelSince = 34;

/** Reads the resources of a pod spec. */
export function podResources(
  spec: JsonObject,
  { usual, minor }: { readonly usual: ContainerDefaults; readonly minor: number },
): PodResources {
  const written = [...containersIn(spec, "initContainers"), ...containersIn(spec, "containers")];
  const containers = written.map((container) => ({
    ...container,
    limits: merged(container.limits, usual.limits),
    requests: merged(container.requests, usual.requests),
  }));
  const own = minor < podLevelSince ? nothing : podLevel(objectField(spec, "resources"), written);
  const total = {
    requests: merged(own.requests, sumOfContainers(containers, "requests")),
    limits: merged(own.limits, sumOfContainers(containers, "limits")),
  };
  const isSetForPod = own.requests.size + own.limits.size > 0;
  return {
    containers,
    total,
    charged: withOverhead(total, readResources(objectField(spec, "overhead"))),
    isSetForPod,
    isBestEffort: (isSetForPod ? [own] : containers).every(hasNone),
  };
}

function containersIn(spec: JsonObject, list: string): readonly ContainerResources[] {
  return indexedList(spec, list)
    .filter(([, container]) => isObject(container))
    .map(([index, container]) => {
      const { requests, limits } = writtenResources(objectField(container, "resources"));
      const isInit = list === "initContainers";
      return {
        name: stringField(container, "name") ?? "",
        path: [list, index],
        isInit,
        isSidecar: isInit && stringField(container, "restartPolicy") === "Always",
        // The server requests the limits of a container, unless it says otherwise.
        requests: merged(requests, limits),
        limits,
      };
    });
}

function writtenResources(resources: JsonValue): Resources {
  return {
    requests: readResources(objectField(resources, "requests")),
    limits: readResources(objectField(resources, "limits")),
  };
}

const nothing: Resources = { requests: noResources, limits: noResources };

/** Returns the resources that `spec.resources` sets: its requests default to those of the containers. */
function podLevel(resources: JsonObject, containers: readonly ContainerResources[]): Resources {
  const { requests, limits } = writtenResources(resources);
  const [asked, limited] = [supported(requests), supported(limits)];
  if (limited.size === 0) {
    return { requests: asked, limits: limited };
  }
  const ofContainers = supported(sumOfContainers(containers, "requests"));
  return { requests: merged(merged(asked, ofContainers), limited), limits: limited };
}

function supported(list: ResourceList): ResourceList {
  return new Map([...list].filter(([name]) => isComputed(name) || name.startsWith("hugepages-")));
}

function isComputed(name: string): boolean {
  return name === "cpu" || name === "memory";
}

/** Adds up containers, or returns what its init containers need before them if that is more. */
function sumOfContainers(
  containers: readonly ContainerResources[],
  which: "requests" | "limits",
): ResourceList {
  let [sum, sidecars, most] = [noResources, noResources, noResources];
  for (const { isInit, isSidecar, [which]: own } of containers) {
    if (isSidecar || !isInit) {
      sum = addResources(sum, own);
    }
    if (isSidecar) {
      sidecars = addResources(sidecars, own);
      most = greaterResources(most, sidecars);
    } else if (isInit) {
      most = greaterResources(most, addResources(own, sidecars));
    }
  }
  return greaterResources(sum, most);
}

/** Adds the overhead of a pod to its requests, and to limits that it has. */
function withOverhead({ requests, limits }: Resources, overhead: ResourceList): Resources {
  const limited = new Map([...overhead].filter(([name]) => (limits.get(name)?.digits ?? 0n) !== 0n));
  return { requests: addResources(requests, overhead), limits: addResources(limits, limited) };
}

function hasNone({ requests, limits }: Resources): boolean {
  return [requests, limits].every((list) =>
    [...list].every(([name, { digits }]) => !isComputed(name) || digits <= 0n),
  );
}
