import { truncateWord } from "../object/message-text.ts";
import { annotationFault, type AnnotationFinding, reportFindings } from "./annotation-fault.ts";
import { parseDependencySelector } from "./dependency-selector.ts";
import { readDeployOn } from "./hook-events.ts";
import {
  type Annotation,
  annotationPath,
  type AnnotationReader,
  type Dialect,
  type Draft,
} from "./directives.ts";
import { parseWeight } from "./parse-annotation-value.ts";
import { logAnnotations, logPatterns } from "./werf-logs.ts";
import { treatmentAnnotations } from "./werf-policies.ts";
import { parseJsonPath } from "../object/json-path.ts";
import { splitSensitivePaths } from "../redact/sensitivity.ts";

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

/**
 * Reads `werf.io/sensitive-paths`: JSONPaths separated by commas, with `\,` for a comma inside one. Each is
 * kept as specified, because `parseJsonPath` reads the `\,` too.
 */
function readSensitivePaths(annotation: Annotation, draft: Draft): void {
  const paths = splitSensitivePaths(annotation.value);
  const findings = (paths.length === 0 ? [""] : paths).flatMap((path): AnnotationFinding[] => {
    const read = parseJsonPath(path);
    const fault =
      path === "" ? 'takes JSONPaths separated by commas, such as "$.data.password"' : faultOf(read);
    const message = `${annotation.manifest.key}: ${annotation.key}: ${fault}`;
    return fault === undefined ? [] : [{ code: "SensitivePathInvalid", message }];
  });
  reportFindings(annotation, findings, draft);
  if (findings.length === 0) {
    draft.treatment = { ...draft.treatment, sensitivePaths: [...new Set(paths)] };
  }
}

function faultOf(read: ReturnType<typeof parseJsonPath>): string | undefined {
  return "fault" in read ? read.fault : undefined;
}
