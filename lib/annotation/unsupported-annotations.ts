import type { Annotation, Dialect, Draft } from "./directives.ts";
import { notObeyed } from "./annotation-fault.ts";

/**
 * Annotations of kapp, Flux and kluctl. Those for order, waiting and writing are not obeyed, unless they have
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
    "kapp.k14s.io/delete-strategy": null,
    "kapp.k14s.io/disable-wait": waitForNothing,
    "kapp.k14s.io/disable-associated-resources-wait": notObeyed(
      "kapp",
      "readiness includes pods; use werf.io/track-termination-mode",
    ),
    "kapp.k14s.io/create-strategy": notObeyed("kapp", "server-side apply is always used"),
    "kapp.k14s.io/update-strategy": notObeyed(
      "kapp",
      "use converge.dev/recreate, or werf.io/resource-policy",
    ),
    "kapp.k14s.io/nonce": notObeyed("kapp", "put what changes into the pod template"),
    "kapp.k14s.io/versioned": notObeyed(
      "kapp",
      "the object is updated in place; give each version its own name",
    ),
    "kapp.k14s.io/versioned-keep-original": notObeyed("kapp", "versioned objects are not supported"),
    "kapp.k14s.io/num-versions": notObeyed("kapp", "versioned objects are not supported"),
  },
  patterns: [
    {
      pattern: /^kapp\.k14s\.io\/change-(?:rule|group)(?:\..+)?$/,
      read: notObeyed("kapp", "use config.kubernetes.io/depends-on"),
    },
    {
      pattern: /^kapp\.k14s\.io\/versioned-explicit-ref(?:\..+)?$/,
      read: notObeyed("kapp", "references are applied as they are written"),
    },
  ],
};

/** kapp checks only that the annotation exists. */
function waitForNothing(_annotation: Annotation, draft: Draft): void {
  draft.treatment = { ...draft.treatment, isNonBlocking: true };
}
