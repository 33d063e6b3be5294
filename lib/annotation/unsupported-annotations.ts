import type { Dialect } from "./directives.ts";
import { notObeyed } from "./annotation-fault.ts";

/**
 * Annotations of Flux and kluctl. Those for order, waiting and writing are not obeyed, unless they have
 * a counterpart, and the plan reports that once for each annotation name, so that users do not rely on them.
 */
export const unsupportedAnnotations: Dialect = {
  name: "others",
  annotations: {
    "kustomize.toolkit.fluxcd.io/force": null,
    "kustomize.toolkit.fluxcd.io/prune": null,
    "kustomize.toolkit.fluxcd.io/reconcile": null,
    "kustomize.toolkit.fluxcd.io/ssa": null,
    "kluctl.io/hook": notObeyed("kluctl", "use helm.sh/hook"),
    "kluctl.io/hook-weight": notObeyed("kluctl", "use helm.sh/hook-weight"),
    "kluctl.io/hook-delete-policy": notObeyed("kluctl", "use helm.sh/hook-delete-policy"),
    "kluctl.io/hook-wait": notObeyed("kluctl", "every hook is waited for"),
    "kluctl.io/hook-timeout": notObeyed("kluctl", "use converge.dev/reconcile-timeout"),
    "kluctl.io/barrier": notObeyed("kluctl", "use werf.io/weight"),
    "kluctl.io/wait-readiness": notObeyed("kluctl", "use config.kubernetes.io/depends-on"),
    "kluctl.io/is-ready": notObeyed("kluctl", "use converge.dev/ready-when"),
    "kluctl.io/skip-delete": null,
  },
  patterns: [],
};
