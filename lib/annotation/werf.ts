import { truncateWord } from "../object/message-text.ts";
import { annotationFault } from "./annotation-fault.ts";
import { parseDependencySelector } from "./dependency-selector.ts";
import { readDeployOn } from "./deploy-on.ts";
import {
  type Annotation,
  annotationPath,
  type AnnotationReader,
  type Dialect,
  type Draft,
} from "./directives.ts";
import { readSensitivePaths } from "./sensitive-paths.ts";
import { parseWeight } from "./weight.ts";
import { logAnnotations, logPatterns } from "./werf-logs.ts";
import { treatmentAnnotations } from "./werf-policies.ts";

/**
 * The dialect of werf and nelm: weights, dependencies within the release and on the cluster, and deploy
 * policies of objects.
 */
export const werf: Dialect = {
  name: "werf",
  annotations: {
    "werf.io/weight": (annotation, draft) => {
      draft.werfWeight = parseWeight(annotation, draft);
    },
    "werf.io/deploy-on": readDeployOn,
    "werf.io/delete-propagation": null,
    "werf.io/sensitive-paths": readSensitivePaths,
    ...treatmentAnnotations,
    ...logAnnotations,
    "werf.io/show-service-messages": null,
    "werf.io/version": null,
    "project.werf.io/name": null,
    "project.werf.io/env": null,
  },
  patterns: [
    { pattern: /^werf\.io\/deploy-dependency-.+$/, read: dependencyReader("deployDependencies") },
    { pattern: /^werf\.io\/delete-dependency-.+$/, read: dependencyReader("deleteDependencies") },
    { pattern: /^.+\.external-dependency\.werf\.io\/resource$/, read: readExternalResource },
    { pattern: /^.+\.external-dependency\.werf\.io\/(?:namespace|name)$/, read: readExternalNamespace },
    { pattern: /^.+\.external-dependency\.werf\.io$/, read: readExternalTriple },
    { pattern: /^.+\.dependency\.werf\.io$/, read: dependencyReader("deployDependencies") },
    ...logPatterns,
    { pattern: /^werf\.io\/ignore-readiness-probe-fails-for-.+$/, read: null },
  ],
};

function dependencyReader(list: "deployDependencies" | "deleteDependencies"): AnnotationReader {
  return (annotation, draft) => {
    const selector = parseDependencySelector(annotation, draft);
    if (selector !== null) {
      draft[list].push(selector);
    }
  };
}

/** Reads `<name>.external-dependency.werf.io/resource: kind[.version.group]/name`. */
function readExternalResource(annotation: Annotation, draft: Draft): void {
  const match = /^([^./\s]+)(?:\.([^./\s]+)(?:\.([^/\s]+))?)?\/([^/\s]+)$/.exec(annotation.value.trim());
  const [, resource, version, group, name] = match ?? [];
  if (resource === undefined || name === undefined) {
    draft.diagnostics.push(
      annotationFault(annotation, {
        code: "ExternalDependencySyntax",
        message: `${annotation.manifest.key}: ${annotation.key} takes kind[.version.group]/name such as "secret/my-secret" or "certificates.v1.cert-manager.io/web", found "${truncateWord(annotation.value)}"`,
      }),
    );
    return;
  }
  draft.externalDependencies.push({
    resource,
    // `deployments.v1` without a group is the core group, as in kubectl's resource arguments.
    group: version === undefined ? undefined : (group ?? ""),
    name,
    namespace: undefined,
    path: annotationPath(annotation.key),
  });
}

/** werf's documentation has `/namespace`, its README `/name`: both are accepted. */
function readExternalNamespace(annotation: Annotation, draft: Draft): void {
  const prefix = annotation.key.slice(0, annotation.key.lastIndexOf("/"));
  draft.externalNamespaces.set(prefix, annotation.value.trim());
}

/** Reads the older form `<name>.external-dependency.werf.io: apiVersion:kind[:namespace]:name`. */
function readExternalTriple(annotation: Annotation, draft: Draft): void {
  const fields = annotation.value.trim().split(":");
  const [apiVersion = "", resource = ""] = fields;
  const name = fields.at(-1) ?? "";
  if ((fields.length !== 3 && fields.length !== 4) || fields.includes("")) {
    draft.diagnostics.push(
      annotationFault(annotation, {
        code: "ExternalDependencySyntax",
        message: `${annotation.manifest.key}: ${annotation.key} takes apiVersion:kind[:namespace]:name such as "v1:Secret:my-secret", found "${truncateWord(annotation.value)}"`,
      }),
    );
    return;
  }
  draft.externalDependencies.push({
    resource,
    group: apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "",
    name,
    namespace: fields.length === 4 ? fields[2] : undefined,
    path: annotationPath(annotation.key),
  });
}
