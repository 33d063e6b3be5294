import type { Annotation, AnnotationReader, Dialect, Draft } from "./directives.ts";

/**
 * Order annotations of Argo CD, kapp, Flux and kluctl. They are not obeyed, and the plan says so once for each
 * annotation name, rather than letting somebody believe in an order that will not happen.
 */
export const foreign: Dialect = {
  name: "others",
  annotations: {
    "argocd.argoproj.io/sync-wave": notObeyed("Argo CD", "werf.io/weight"),
    "argocd.argoproj.io/hook": notObeyed("Argo CD", "helm.sh/hook"),
    "argocd.argoproj.io/hook-delete-policy": notObeyed("Argo CD", "helm.sh/hook-delete-policy"),
    "kustomize.toolkit.fluxcd.io/dependsOn": notObeyed("Flux", "config.kubernetes.io/depends-on"),
    "kluctl.io/hook": notObeyed("kluctl", "helm.sh/hook"),
    "kluctl.io/barrier": notObeyed("kluctl", "werf.io/weight"),
  },
  patterns: [
    {
      pattern: /^kapp\.k14s\.io\/change-(?:rule|group)(?:\..+)?$/,
      read: notObeyed("kapp", "config.kubernetes.io/depends-on"),
    },
  ],
};

function notObeyed(tool: string, instead: string): AnnotationReader {
  return (annotation: Annotation, draft: Draft): void => {
    draft.notObeyed.push({ annotation, tool, instead });
  };
}
