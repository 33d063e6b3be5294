import type { Manifest } from "../../manifest/manifest.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import type { JsonObject } from "../../object/json.ts";
import { compareText, parseRef } from "../../object/object-ref.ts";
import type { Plan } from "../../plan/plan.ts";

/** The known objects of a release that is being deleted. */
export interface Known {
  /** Its live objects, by key. */
  readonly live: ReadonlyMap<string, JsonObject>;
  /** The manifests that its newest revision has sent: controllers may be among them, and gone. */
  readonly sent: readonly Manifest[];
  readonly plan: (objects: readonly JsonObject[]) => Plan;
}

/**
 * Returns a function that says who may remove the finalizers of a custom resource, by its key; undefined if
 * nothing in the release does. Planned once, on the first call, which is when an object hangs.
 */
export function finalizerHints(known: Known): (key: string) => string | undefined {
  let controllers: ReadonlyMap<string, readonly string[]> | undefined;
  return (key) => {
    const ref = parseRef(key);
    if (ref === undefined || builtinKind(ref.group, ref.kind) !== undefined) {
      return undefined;
    }
    controllers ??= controllersIn(known);
    const all = controllers.get(key) ?? [];
    const present = all.filter((controller) => known.live.has(controller));
    if (present.length > 0) {
      return `${present.join(" or ")} of this release may remove it and stays until then; converge apply again mends what it lacks`;
    }
    return all.length === 0
      ? undefined
      : `${all.join(" or ")} of this release may remove it and is gone: converge apply again brings it back`;
  };
}

/** The workloads that outlive each object because they control it. */
function controllersIn({ live, sent, plan }: Known): ReadonlyMap<string, readonly string[]> {
  const gone = sent
    .filter(({ key }) => !live.has(key))
    .map(({ value, ref }) => ({
      ...value,
      metadata: {
        ...Object(value["metadata"]),
        ...(ref.namespace === "" ? {} : { namespace: ref.namespace }),
      },
    }));
  const waits = plan([...live.values(), ...gone]).groups.flatMap(({ objects }) =>
    objects.flatMap(({ manifest, waitsFor }) =>
      waitsFor
        .filter(({ rule, until }) => rule === "controller" && until === "absent")
        .map(({ on }) => ({ on, controller: manifest.key })),
    ),
  );
  return new Map(
    [...Map.groupBy(waits, ({ on }) => on)].map(([on, found]) => [
      on,
      found.map(({ controller }) => controller).toSorted(compareText),
    ]),
  );
}
