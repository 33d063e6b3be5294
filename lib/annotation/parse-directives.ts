import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import { objectField } from "../object/json.ts";
import { defaultDeployPolicy } from "../object/deploy-policy.ts";
import { compareText } from "../object/object-ref.ts";
import { suggest } from "../object/diagnostic/suggestion.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { eventsInArgo } from "./argo-cd.ts";
import { noteControllerObjects } from "./controller-objects.ts";
import { reportLabels } from "./reported-annotations.ts";
import { weightOf } from "./weight-of.ts";
import { annotationFault, notObeyedOnce } from "./annotation-fault.ts";
import { noteBothDialects } from "./hook-events.ts";
import { knownAnnotations, readerOf } from "./dialects.ts";
import {
  type Annotation,
  type AnnotationReader,
  type Directives,
  type Draft,
  noDirectives,
  type NotObeyed,
} from "./directives.ts";

/** The directives of every manifest, in the order of the manifests, with all diagnostics. */
export interface ParsedDirectives {
  readonly directives: readonly Directives[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the annotations of a set. `isOfArgo`: as Argo CD reads those of Helm, weights count on every
 * object, and hooks are hooks of a sync. Complexity: linear in the number of annotations.
 */
export function readDirectives(manifests: readonly Manifest[], isOfArgo = false): ParsedDirectives {
  const diagnostics: Diagnostic[] = [];
  const notObeyed: NotObeyed[] = [];
  const meanings = new Meanings();
  const directives = manifests.map((manifest) => {
    const annotations = objectField(manifest.value["metadata"], "annotations");
    const keys = Object.keys(annotations);
    notObeyed.push(...reportLabels(manifest));
    if (keys.length === 0) {
      return noDirectives;
    }
    const draft = newDraft(diagnostics, notObeyed);
    // As if it had a wave that is not a number.
    draft.wave = isOfArgo ? undefined : null;
    for (const key of keys.toSorted(compareText)) {
      const value = annotations[key];
      if (typeof value === "string") {
        meanings.read({ manifest, key, value }, draft);
      }
    }
    return finish(manifest, draft, isOfArgo);
  });
  diagnostics.push(...notObeyedOnce(notObeyed), ...noteControllerObjects(manifests));
  return { directives, diagnostics };
}

/** The readers of annotations, looked up once per name: sets repeat the same few names thousands of times. */
class Meanings {
  readonly #readers = new Map<string, AnnotationReader | null>();

  read(annotation: Annotation, draft: Draft): void {
    let reader = this.#readers.get(annotation.key);
    if (reader === undefined) {
      reader = meaningOf(annotation.key);
      this.#readers.set(annotation.key, reader);
    }
    reader?.(annotation, draft);
  }
}

function meaningOf(key: string): AnnotationReader | null {
  const reader = readerOf(key);
  if (reader !== undefined) {
    return reader;
  }
  const meant = suggest(key, knownAnnotations);
  if (meant === undefined || !isMisspelling(key, meant)) {
    return null;
  }
  return (annotation, draft) => {
    draft.diagnostics.push(
      annotationFault(annotation, {
        code: "AnnotationUnknown",
        severity: "warning",
        part: "key",
        message: `${annotation.manifest.key}: unknown annotation ${key}; did you mean "${meant}"?`,
      }),
    );
  };
}

/**
 * Reports whether a similar annotation is a misspelling: a similar name in another domain
 * (`example.com/weight`) is a different annotation, a similar domain is a slip.
 */
function isMisspelling(key: string, meant: string): boolean {
  const domain = key.slice(0, key.indexOf("/"));
  const known = meant.slice(0, meant.indexOf("/"));
  return domain === known || suggest(domain, [known]) !== undefined;
}

function newDraft(diagnostics: Diagnostic[], notObeyed: NotObeyed[]): Draft {
  return {
    hook: null,
    deletePolicy: null,
    werfWeight: null,
    hookWeight: null,
    wave: null,
    dependsOn: [],
    deployDependencies: [],
    deleteDependencies: [],
    externalDependencies: [],
    externalNamespaces: new Map(),
    timeout: null,
    deployOn: null,
    argoHook: null,
    treatment: defaultDeployPolicy,
    isUncontrolled: false,
    chartOrder: null,
    changeGroups: [],
    changeRules: [],
    notObeyed,
    diagnostics,
  };
}

function finish(manifest: Manifest, draft: Draft, isOfArgo: boolean): Directives {
  noteWithoutEffect(manifest, draft);
  if (isOfArgo && draft.argoHook === null) {
    asHookOfSync(manifest, draft);
  }
  const externalDependencies = draft.externalDependencies.map((dependency) => {
    const prefix = String(dependency.path.at(-1)).replace(/\/resource$/, "");
    return { ...dependency, namespace: dependency.namespace ?? draft.externalNamespaces.get(prefix) };
  });
  const deletePolicy = draft.deletePolicy ?? ["before-hook-creation"];
  return {
    hook: draft.hook && { ...draft.hook, deletePolicy },
    weight: weightOf(draft),
    dependsOn: draft.dependsOn,
    deployDependencies: draft.deployDependencies,
    deleteDependencies: draft.deleteDependencies,
    externalDependencies,
    timeout: draft.timeout,
    deployOn: draft.deployOn,
    treatment: draft.treatment,
    isUncontrolled: draft.isUncontrolled,
    chartOrder: draft.chartOrder,
    changeGroups: draft.changeGroups,
    changeRules: draft.changeRules,
    sharesWave: draft.argoHook !== null,
    argoPolicy: draft.argoHook === null ? [] : deletePolicy,
  };
}

/** Makes a hook of Helm one of a sync, and reports one that no sync runs. */
function asHookOfSync(manifest: Manifest, draft: Draft): void {
  if (draft.hook === null) {
    return;
  }
  const events = eventsInArgo(draft.hook.events);
  draft.hook = { ...draft.hook, events };
  draft.argoHook = "around";
  if (events.length === 0 && draft.deployOn === null) {
    draft.diagnostics.push(
      annotationFault(
        { manifest, key: "helm.sh/hook", value: "" },
        {
          code: "HookLeftOut",
          severity: "note",
          part: "key",
          message: `${manifest.key} is a hook for rollbacks only, which Argo CD never runs: with --compat=argocd it is not planned`,
        },
      ),
    );
  }
}

function noteWithoutEffect(manifest: Manifest, draft: Draft): void {
  if (draft.argoHook !== null) {
    return;
  }
  if (draft.hook === null) {
    noteHookWords(manifest, draft);
  } else if (draft.deployOn !== null) {
    noteBothDialects({ manifest, key: "helm.sh/hook", value: "" }, draft);
  }
}

const deletePolicyKey = "helm.sh/hook-delete-policy";

/** Reports a hook weight or delete policy on an object that is not a hook, where it has no effect. */
function noteHookWords(manifest: Manifest, draft: Draft): void {
  const annotations = objectField(manifest.value["metadata"], "annotations");
  // Beside a wave that is not a number, the weight is the wave.
  const words = draft.wave === undefined ? [deletePolicyKey] : ["helm.sh/hook-weight", deletePolicyKey];
  for (const key of words) {
    if (Object.hasOwn(annotations, key) && !Object.hasOwn(annotations, "helm.sh/hook")) {
      draft.diagnostics.push(
        annotationFault(
          { manifest, key, value: "" },
          {
            code: "AnnotationIgnored",
            severity: "warning",
            part: "key",
            message: `${manifest.key} is not a hook, so ${key} has no effect: add helm.sh/hook, or use werf.io/weight for its order`,
          },
        ),
      );
    }
  }
}
