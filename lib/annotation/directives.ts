/**
 * The requests in the annotations of a manifest, in one vocabulary for all dialects. In: a manifest. Out: its
 * directives and their faults. This layer does not know other manifests.
 */
import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { Duration } from "../object/duration.ts";
import type { Path } from "../object/json.ts";
import { type DeployPolicy, defaultDeployPolicy } from "../object/deploy-policy.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { ChangeRule } from "./change-rule.ts";

/** The hook events of Helm that affect the order. */
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
/** An event of Helm, or the failure of a sync (Argo CD). */
export type HookEvent = (typeof hookEvents)[number] | "sync-fail";

/** An annotation of a manifest. */
export interface Annotation {
  readonly manifest: Manifest;
  readonly key: string;
  readonly value: string;
  /** It is a label, which its tool reads in the same way. */
  readonly isLabel?: true;
}

/** A specified weight, and its location. */
export interface WrittenWeight {
  readonly value: number;
  readonly path: Path;
  /** It is a wave of Argo CD, from which a written dependency frees the object. */
  readonly isWave?: true;
}

/** The requests of `helm.sh/hook` and its delete policy. */
export interface HookDirective {
  readonly events: readonly HookEvent[];
  readonly deletePolicy: readonly string[];
  readonly path: Path;
}

/**
 * The requests of `werf.io/deploy-on`: the main stage of some actions, and the stages before and after it of
 * others.
 */
export interface DeployOn {
  /** The actions in whose main stage the object takes part. */
  readonly main: readonly ("install" | "upgrade" | "rollback")[];
  readonly events: readonly HookEvent[];
  readonly path: Path;
}

/**
 * A reference of `config.kubernetes.io/depends-on`: the object, as a formatted reference, and the annotation.
 */
export interface DependsOn {
  readonly key: string;
  readonly path: Path;
}

/**
 * The target of a werf dependency annotation. Absent fields match anything; group, kind and version are
 * case-insensitive.
 */
export interface DependencySelector {
  readonly until: "present" | "ready" | "absent";
  readonly name?: string;
  readonly namespace?: string;
  readonly kind?: string;
  readonly group?: string;
  readonly version?: string;
  /** Whether it is required in the cluster instead of in the set. */
  readonly external: boolean;
  readonly path: Path;
}

/** An object of the cluster that `<name>.external-dependency.werf.io` names. */
export interface ExternalDependency {
  /** As specified: `statefulset`, `Deployment`, `certs`. */
  readonly resource: string;
  /** Undefined if only the resource is specified. */
  readonly group: string | undefined;
  readonly name: string;
  /** Undefined for the namespace of the release. */
  readonly namespace: string | undefined;
  readonly path: Path;
}

/** The place of an object in the order of its chart (HIP-0025). */
export interface ChartOrderDirective {
  /** `shop/charts/db`; empty if the object is of no chart that is known. */
  readonly chart: string;
  /** The charts of which everything must be ready before the object is applied. */
  readonly after: readonly string[];
  /** Its resource group within its chart, and the annotation. */
  readonly group: string | null;
  /** The groups that its group waits for, undefined if they cannot be read, and the annotation. */
  readonly needed: { readonly groups: readonly string[] | undefined; readonly path: Path } | null;
  readonly path: Path;
}

/** A change group that the object is in (kapp). */
export interface ChangeGroup {
  readonly name: string;
  readonly path: Path;
}

/** A change rule of the object (kapp), and its place. */
export interface WrittenChangeRule extends ChangeRule {
  readonly path: Path;
}

/** All requests in the annotations of a manifest. */
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
  /** Whether the object controls nothing, or as a custom resource is controlled by nothing. */
  readonly isUncontrolled: boolean;
  readonly chartOrder: ChartOrderDirective | null;
  readonly changeGroups: readonly ChangeGroup[];
  readonly changeRules: readonly WrittenChangeRule[];
  /** Whether it runs together with the hooks of its weight (Argo CD); other hooks run one at a time. */
  readonly sharesWave: boolean;
  /** The delete policies of such a hook, in Helm's words, from both dialects. */
  readonly argoPolicy: readonly string[];
}

/** The directives of an object without order annotations. */
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
  isUncontrolled: false,
  chartOrder: null,
  changeGroups: [],
  changeRules: [],
  sharesWave: false,
  argoPolicy: [],
};

/** Directives while the annotations of one manifest are being read. */
export interface Draft {
  hook: HookDirective | null;
  deletePolicy: readonly string[] | null;
  werfWeight: WrittenWeight | null;
  hookWeight: WrittenWeight | null;
  /** The wave of Argo CD; null without the annotation, undefined if its value is not a number. */
  wave: WrittenWeight | null | undefined;
  readonly dependsOn: DependsOn[];
  readonly deployDependencies: DependencySelector[];
  readonly deleteDependencies: DependencySelector[];
  readonly externalDependencies: ExternalDependency[];
  /** `<name>.external-dependency.werf.io/namespace`, by name. */
  readonly externalNamespaces: Map<string, string>;
  timeout: Duration | null;
  deployOn: DeployOn | null;
  /**
   * Whether a hook of Argo CD makes it run in the main stage too, or only around it. In both cases the events
   * of `helm.sh/hook` are ignored.
   */
  argoHook: "main" | "around" | null;
  treatment: DeployPolicy;
  isUncontrolled: boolean;
  chartOrder: ChartOrderDirective | null;
  readonly changeGroups: ChangeGroup[];
  readonly changeRules: WrittenChangeRule[];
  /** Annotations of other tools, each of which is reported once for the whole set. */
  readonly notObeyed: NotObeyed[];
  readonly diagnostics: Diagnostic[];
}

/** An annotation of another tool that has no effect, and what to do instead. */
export interface NotObeyed {
  readonly annotation: Annotation;
  /** The key, with the relevant part of the value: reported once. */
  readonly words: string;
  readonly tool: string;
  readonly remedy: string;
  /** Nothing is lost: a note instead of a warning. */
  readonly isNotNeeded?: true;
}

/** Reads one annotation into the draft. */
export type AnnotationReader = (annotation: Annotation, draft: Draft) => void;

/** A vocabulary of order annotations: one file each, listed in `dialects.ts`. */
export interface Dialect {
  readonly name: string;
  /** Annotations with a fixed name. A null reader is for known ones that do not affect the order. */
  readonly annotations: Readonly<Record<string, AnnotationReader | null>>;
  /** Annotations whose name contains a user-defined part. */
  readonly patterns: readonly { readonly pattern: RegExp; readonly read: AnnotationReader | null }[];
}

/** Returns the path of an annotation in its manifest. */
export function annotationPath(key: string): Path {
  return ["metadata", "annotations", key];
}
