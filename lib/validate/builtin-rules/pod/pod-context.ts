import { fieldPart, has, isTrueAt, listAt, numberAt, type Part, textAt } from "../check/part.ts";

/** Facts of a pod that the rules of its containers ask for. */
export interface PodContext {
  readonly spec: Part;
  /** Whether it is a Pod, not a template. */
  readonly isPod: boolean;
  /** The valid volumes by name. */
  readonly volumes: ReadonlyMap<string, Part>;
  /** The names of its resource claims. */
  readonly claims: ReadonlySet<string>;
  readonly gracePeriod: number;
  readonly restartPolicy: string;
  readonly hostUsers: boolean;
}

/** Collects these facts, with the defaults of the API server. */
export function podContext(spec: Part, isPod: boolean, volumes: ReadonlyMap<string, Part>): PodContext {
  return {
    spec,
    isPod,
    volumes,
    claims: new Set(listAt(spec, "resourceClaims").map((claim) => textAt(claim, "name"))),
    gracePeriod: numberAt(spec, "terminationGracePeriodSeconds") ?? 30,
    restartPolicy: restartPolicyOf(spec),
    hostUsers: !has(spec, "hostUsers") || isTrueAt(spec, "hostUsers"),
  };
}

/** The restart policy of a pod with its default. */
export function restartPolicyOf(spec: Part): string {
  return textAt(spec, "restartPolicy") || "Always";
}

/** All containers of a pod: init containers, containers, ephemeral containers. */
export function allContainers(spec: Part): readonly Part[] {
  return ["initContainers", "containers", "ephemeralContainers"].flatMap((name) => listAt(spec, name));
}

/** The security context of a pod or a container. */
export function securityOf(part: Part): Part {
  return fieldPart(part, "securityContext");
}
