/**
 * What the annotations of one manifest ask for, in one vocabulary whatever the dialect. In: a manifest. Out:
 * its directives and what is wrong with them. This room knows nothing of other manifests.
 */
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Duration } from "../object/duration.ts";
import type { Path } from "../object/json.ts";
import { type DeployPolicy, defaultDeployPolicy } from "../object/deploy-policy.ts";
import type { Manifest } from "../manifest/manifest.ts";

/** The hook events of Helm that order anything. */
export const hookEvents = [
  "pre-install",
  "post-install",
  "pre-upgrade",
  "post-upgrade",
  "pre-rollback",
  "post-rollback",
  "pre-delete",
  "post-delete",
] as const;
export type HookEvent = (typeof hookEvents)[number];

/** An annotation of a manifest. */
export interface Annotation {
  readonly manifest: Manifest;
  readonly key: string;
  readonly value: string;
}

/** A weight that somebody wrote, and where. */
export interface WrittenWeight {
  readonly value: number;
  readonly path: Path;
}

/** What `helm.sh/hook` and its delete policy ask for. */
export interface HookDirective {
  readonly events: readonly HookEvent[];
  readonly deletePolicy: readonly string[];
  readonly path: Path;
}

/**
 * What `werf.io/deploy-on` asks for: the main stage of some actions, the stages before and after it of
 * others.
 */
export interface DeployOn {
  /** The actions in whose main stage the object takes part. */
  readonly main: readonly ("install" | "upgrade" | "rollback")[];
  readonly events: readonly HookEvent[];
  readonly path: Path;
}

/** A reference of `config.kubernetes.io/depends-on`: the object, in its written form, and the annotation. */
export interface DependsOn {
  readonly key: string;
  readonly path: Path;
}

/**
 * What a werf dependency annotation looks for. Absent fields match anything; group, kind and version ignore
 * case.
 */
export interface DependencySelector {
  readonly until: "present" | "ready" | "absent";
  readonly name?: string;
  readonly namespace?: string;
  readonly kind?: string;
  readonly group?: string;
  readonly version?: string;
  /** Demanded from the cluster, not from the set. */
  readonly external: boolean;
  readonly path: Path;
}

/** An object of the cluster that `<name>.external-dependency.werf.io` names. */
export interface ExternalDependency {
  /** As written: `statefulset`, `Deployment`, `certs`. */
  readonly resource: string;
  /** Undefined where only the resource is written. */
  readonly group: string | undefined;
  readonly name: string;
  /** Undefined for the namespace of the release. */
  readonly namespace: string | undefined;
  readonly path: Path;
}

/** All that the annotations of one manifest ask for. */
export interface Directives {
  readonly hook: HookDirective | null;
  readonly weight: WrittenWeight | null;
  readonly dependsOn: readonly DependsOn[];
  readonly deployDependencies: readonly DependencySelector[];
  readonly deleteDependencies: readonly DependencySelector[];
  readonly externalDependencies: readonly ExternalDependency[];
  readonly timeout: Duration | null;
  readonly deployOn: DeployOn | null;
  readonly treatment: DeployPolicy;
}

/** What an object without a word about order asks for. */
export const noDirectives: Directives = {
  hook: null,
  weight: null,
  dependsOn: [],
  deployDependencies: [],
  deleteDependencies: [],
  externalDependencies: [],
  timeout: null,
  deployOn: null,
  treatment: defaultDeployPolicy,
};

/** Directives while the annotations of one manifest are being read. */
export interface Draft {
  hook: HookDirective | null;
  deletePolicy: readonly string[] | null;
  werfWeight: WrittenWeight | null;
  hookWeight: WrittenWeight | null;
  readonly dependsOn: DependsOn[];
  readonly deployDependencies: DependencySelector[];
  readonly deleteDependencies: DependencySelector[];
  readonly externalDependencies: ExternalDependency[];
  /** `<name>.external-dependency.werf.io/namespace`, by name. */
  readonly externalNamespaces: Map<string, string>;
  timeout: Duration | null;
  deployOn: DeployOn | null;
  /**
   * Whether a hook of Argo CD makes it run in the main stage too, or around it only. Then the events of
   * `helm.sh/hook` do not count.
   */
  argoHook: "main" | "around" | null;
  treatment: DeployPolicy;
  /** Annotations of other tools, which are told of once each over the whole set. */
  readonly notObeyed: NotObeyed[];
  readonly diagnostics: Diagnostic[];
}

/** An annotation of another tool that has no effect, and what to do instead. */
export interface NotObeyed {
  readonly annotation: Annotation;
  /** The key, with the part of the value that is meant: what is told of once. */
  readonly words: string;
  readonly tool: string;
  readonly remedy: string;
}

/** Reads one annotation into the draft. */
export type AnnotationReader = (annotation: Annotation, draft: Draft) => void;

/** A way of writing order into annotations: one file each, listed in `dialects.ts`. */
export interface Dialect {
  readonly name: string;
  /** Annotations with a fixed name. A null reader: known, and no matter of order. */
  readonly annotations: Readonly<Record<string, AnnotationReader | null>>;
  /** Annotations with a name of the user's in them. */
  readonly patterns: readonly { readonly pattern: RegExp; readonly read: AnnotationReader | null }[];
}

/** Where an annotation stands in its manifest. */
export function annotationPath(key: string): Path {
  return ["metadata", "annotations", key];
}
