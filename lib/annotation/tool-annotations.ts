/**
 * Annotations of other tools that change whether, when, how or how long an object is applied, and what
 * converge does with them. None of them may be passed over in silence.
 */

/** The change that an annotation makes to what happens with its object. */
export type AnnotationEffect = "whether" | "when" | "how" | "how long";

/** An annotation with a value that has an effect in its tool. */
export interface ToolAnnotation {
  readonly tool: string;
  /** The version of the tool in which it was looked up. */
  readonly version: string;
  readonly key: string;
  readonly value: string;
  readonly changes: AnnotationEffect;
  readonly treatment: Treatment;
  /** Other annotations without which it has no effect. */
  readonly beside?: Readonly<Record<string, string>>;
  /** Its tool reads it from labels too. */
  readonly isLabelToo?: true;
  /** Its key may go on after a `-`, to give several values. */
  readonly isRepeatable?: true;
}

/**
 * Obeyed; always the case without it; ignored with a warning, or not needed with a note. The text of a report
 * says what to use, or why nothing is lost. Without a text, the dialect of the tool reports it.
 */
export interface Treatment {
  readonly type: "obeyed" | "always" | "ignored" | "unneeded";
  readonly text?: string;
}

type Row = readonly [
  key: string,
  value: string,
  changes: AnnotationEffect,
  treatment: Treatment,
  more?: Pick<ToolAnnotation, "beside" | "isLabelToo" | "isRepeatable">,
];

const obeyed: Treatment = { type: "obeyed" };
const always: Treatment = { type: "always" };
const byDialect = (type: "ignored" | "unneeded"): Treatment => ({ type });
const ignored = (text: string): Treatment => ({ type: "ignored", text });
const unneeded = (text: string): Treatment => ({ type: "unneeded", text });

function of(
  {
    tool,
    version,
    domain = "",
  }: { readonly tool: string; readonly version: string; readonly domain?: string },
  rows: readonly Row[],
): readonly ToolAnnotation[] {
  return rows.map(([key, value, changes, treatment, more]) => ({
    tool,
    version,
    key: `${domain}${key}`,
    value,
    changes,
    treatment,
    ...more,
  }));
}

const argoHook = { beside: { "argocd.argoproj.io/hook": "PreSync" } };
const confirmed = { beside: { "argocd.argoproj.io/sync-options": "Prune=confirm" } };
const argoCd = of({ tool: "Argo CD", version: "3.6", domain: "argocd.argoproj.io/" }, [
  ["hook", "PreSync", "when", obeyed],
  ["hook", "Skip", "whether", obeyed],
  ["hook-delete-policy", "HookSucceeded", "whether", obeyed, argoHook],
  ["sync-wave", "5", "when", obeyed],
  ["sync-options", "Prune=false", "whether", obeyed],
  ["sync-options", "Delete=confirm", "whether", obeyed],
  ["sync-options", "Replace=true", "how", obeyed],
  ["sync-options", "Force=true", "how", obeyed],
  ["sync-options", "Validate=false", "how", obeyed],
  ["sync-options", "PruneLast=true", "when", always],
  ["sync-options", "SkipDryRunOnMissingResource=true", "when", always],
  ["sync-options", "ApplyOutOfSyncOnly=true", "whether", always],
  ["sync-options", "ServerSideApply=true", "how", always],
  ["sync-options", "ServerSideApply=false", "how", byDialect("unneeded")],
  ["sync-options", "ClientSideApplyMigration=false", "how", byDialect("unneeded")],
  ["sync-options", "FailOnSharedResource=true", "whether", byDialect("ignored")],
  [
    "compare-options",
    "IgnoreExtraneous",
    "how",
    unneeded("only the fields that the release owns are compared"),
  ],
  ["ignore-healthcheck", "true", "how long", obeyed],
  ["ignore-restart-policy", "true", "how long", always],
  ["deletion-approved", "2026-01-01T00:00:00Z", "whether", obeyed, confirmed],
]);

const kapp = of({ tool: "kapp", version: "0.64", domain: "kapp.k14s.io/" }, [
  ["exists", "", "whether", obeyed],
  ["noop", "", "whether", obeyed],
  ["delete-strategy", "orphan", "whether", obeyed],
  ["update-strategy", "skip", "whether", obeyed],
  ["update-strategy", "always-replace", "how", obeyed],
  ["update-strategy", "fallback-on-replace", "how", obeyed],
  ["create-strategy", "fallback-on-update", "how", byDialect("unneeded")],
  ["versioned", "", "how", obeyed],
  ["change-group", "example.com/db", "when", obeyed],
  ["change-rule", "upsert after upserting example.com/db", "when", obeyed],
  ["disable-wait", "", "how long", obeyed],
  [
    "disable-associated-resources-wait",
    "",
    "how long",
    ignored("readiness includes pods; use werf.io/track-termination-mode"),
  ],
  [
    "apps-v1-deployment-wait-minimum-replicas-available",
    "1",
    "how long",
    ignored("use converge.dev/ready-when"),
  ],
  ["nonce", "", "whether", ignored("put what changes into the pod template")],
  ["renew-duration", "1h", "whether", ignored("put what changes into the object")],
  ["owned-for-deletion", "", "whether", unneeded("all that the release owns is deleted")],
  ["deploy-logs", "", "how", unneeded("logs are shown while the object is waited for")],
  ["deploy-logs-container-names", "app", "how", obeyed],
]);

const labelToo = { isLabelToo: true } as const;
const flux = of({ tool: "Flux", version: "2.9" }, [
  ["kustomize.toolkit.fluxcd.io/prune", "disabled", "whether", obeyed, labelToo],
  ["kustomize.toolkit.fluxcd.io/reconcile", "disabled", "whether", obeyed, labelToo],
  ["kustomize.toolkit.fluxcd.io/ssa", "IfNotPresent", "whether", obeyed, labelToo],
  ["kustomize.toolkit.fluxcd.io/ssa", "Ignore", "whether", obeyed, labelToo],
  ["kustomize.toolkit.fluxcd.io/ssa", "Override", "how", always, labelToo],
  [
    "kustomize.toolkit.fluxcd.io/ssa",
    "Merge",
    "how",
    unneeded("fields of other managers that the manifest lacks are kept"),
    labelToo,
  ],
  ["kustomize.toolkit.fluxcd.io/force", "enabled", "how", obeyed, labelToo],
  ["kustomize.toolkit.fluxcd.io/substitute", "disabled", "how", always, labelToo],
  [
    "helm.toolkit.fluxcd.io/driftDetection",
    "disabled",
    "whether",
    ignored("use client.lifecycle.config.k8s.io/mutation, or a rule about fields"),
    labelToo,
  ],
]);

const repeatable = { isRepeatable: true } as const;
const kluctl = of({ tool: "kluctl", version: "2.27", domain: "kluctl.io/" }, [
  ["hook", "pre-deploy", "when", ignored("use helm.sh/hook")],
  ["hook-weight", "5", "when", ignored("use helm.sh/hook-weight")],
  ["hook-delete-policy", "hook-succeeded", "whether", ignored("use helm.sh/hook-delete-policy")],
  ["hook-wait", "false", "how long", ignored("every hook is waited for")],
  ["hook-timeout", "1m", "how long", ignored("use converge.dev/reconcile-timeout")],
  ["barrier", "true", "when", ignored("use werf.io/weight")],
  ["wait-readiness", "true", "how long", ignored("use config.kubernetes.io/depends-on")],
  ["is-ready", "true", "how long", ignored("use converge.dev/ready-when")],
  ["delete", "true", "whether", obeyed],
  ["skip-delete", "true", "whether", obeyed],
  ["skip-delete-if-tags", "db", "whether", ignored("use kluctl.io/skip-delete")],
  [
    "force-apply",
    "true",
    "how",
    unneeded("conflicting fields are taken over, unless --force-conflicts=false"),
  ],
  ["force-apply-field", "spec.replicas", "how", ignored("use a rule about fields"), repeatable],
  ["force-apply-manager", "kubectl", "how", ignored("use a rule about fields"), repeatable],
  ["ignore-conflicts", "true", "how", ignored("use a rule about fields")],
  ["ignore-conflicts-field", "spec.replicas", "how", ignored("use a rule about fields"), repeatable],
  ["ignore-conflicts-manager", "kubectl", "how", ignored("use a rule about fields"), repeatable],
]);

const configSync = of({ tool: "Config Sync", version: "1.23" }, [
  ["config.kubernetes.io/depends-on", "/namespaces/default/Secret/a", "when", obeyed],
  ["config.kubernetes.io/apply-time-mutation", "- sourceRef: {}", "how", byDialect("ignored")],
  ["config.kubernetes.io/local-config", "true", "whether", obeyed],
  ["configmanagement.gke.io/managed", "disabled", "whether", obeyed],
  ["client.lifecycle.config.k8s.io/deletion", "detach", "whether", obeyed],
  ["client.lifecycle.config.k8s.io/mutation", "ignore", "whether", obeyed],
  ["cli-utils.sigs.k8s.io/on-remove", "keep", "whether", obeyed],
  ["configsync.gke.io/cluster-name-selector", "a", "whether", ignored("name the files of each cluster")],
  ["configmanagement.gke.io/cluster-selector", "a", "whether", ignored("name the files of each cluster")],
  [
    "configmanagement.gke.io/namespace-selector",
    "a",
    "whether",
    ignored("write the object for each namespace"),
  ],
]);

const helmHook = { beside: { "helm.sh/hook": "pre-install" } };
const helm = of({ tool: "Helm", version: "4.3", domain: "helm.sh/" }, [
  ["hook", "pre-install", "when", obeyed],
  ["hook", "test", "whether", obeyed],
  ["hook-weight", "5", "when", obeyed, helmHook],
  ["hook-delete-policy", "hook-succeeded", "whether", obeyed, helmHook],
  ["resource-policy", "keep", "whether", obeyed],
  ["resource-group", "db", "when", obeyed],
]);

const werf = of({ tool: "werf", version: "2.50", domain: "werf.io/" }, [
  ["weight", "5", "when", obeyed],
  ["deploy-dependency-db", "kind=Secret,name=a,state=present", "when", obeyed],
  ["delete-dependency-db", "kind=Secret,name=a,state=absent", "when", obeyed],
  ["deploy-on", "install", "whether", obeyed],
  ["delete-policy", "succeeded", "whether", obeyed],
  ["ownership", "anyone", "whether", obeyed],
  ["resource-policy", "keep", "whether", obeyed],
  ["replicas-on-creation", "1", "how", obeyed],
  ["track-termination-mode", "NonBlocking", "how long", obeyed],
  ["fail-mode", "IgnoreAndContinueDeployProcess", "how long", obeyed],
  ["failures-allowed-per-replica", "3", "how long", obeyed],
  ["no-activity-timeout", "5m", "how long", obeyed],
  ["ignore-readiness-probe-fails-for-app", "5m", "how long", always],
  ["delete-propagation", "Foreground", "how", ignored("use --prune-propagation-policy for the whole run")],
]);

/** All of them. A key may have several values, each in a row of its own. */
export const toolAnnotations: readonly ToolAnnotation[] = [
  ...argoCd,
  ...kapp,
  ...flux,
  ...kluctl,
  ...configSync,
  ...helm,
  ...werf,
];
