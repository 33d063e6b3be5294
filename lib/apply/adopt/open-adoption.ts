import { argoNamespace } from "../../inventory/adoption/argo-app.ts";
import type { AdoptRequest } from "../../inventory/adoption/adopted-owner.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import type { RunContext } from "../model/run-context.ts";
import type { Adoption } from "./adoption.ts";
import { openApplySet } from "./applyset-adoption.ts";
import { openArgoApp } from "./argo-adoption.ts";
import { helmAdoption } from "./helm-adoption.ts";
import { openHelmRelease } from "./helm-release.ts";
import { openKappApp } from "./kapp-adoption.ts";

/** The inputs of opening an owner. */
interface Opening {
  readonly context: RunContext;
  /** The namespace of the release. */
  readonly namespace: string;
  readonly kinds: Promise<RestMapper>;
}

/**
 * Opens the owner that a release adopts. Throws a RefusedError if its tool is changing its objects, or could
 * at any time without being asked.
 */
export async function openAdoption(
  asked: AdoptRequest,
  { context, namespace: home, kinds }: Opening,
): Promise<Adoption> {
  const { tool, name, namespace = home } = asked;
  switch (tool) {
    case "Helm":
      return helmAdoption(await openHelmRelease({ name, namespace }, context));
    case "Argo CD":
      return openArgoApp({ name, namespace: asked.namespace ?? argoNamespace }, await kinds, context);
    case "kapp":
      return openKappApp({ name, namespace }, context);
    case "kubectl":
    default:
      return openApplySet({ ...asked, namespace }, await kinds, context);
  }
}
