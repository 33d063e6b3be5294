/**
 * Rules for projected volumes.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportForbidden, reportInvalid, requiredText } from "../check/faults.ts";
import { fileMode } from "../check/numbers.ts";
import { fieldPart, has, listAt, numberAt, type Part, reportedAt, textAt } from "../check/part.ts";
import { unreservedPath } from "../check/paths.ts";
import { checkPodCertificate, checkTrustBundleSource, type TakePath } from "./certificate-sources.ts";
import { checkKeyToPath, checkPodField } from "./volume-files.ts";

/** Checks a projected volume. */
export function checkProjected(volume: Part): void {
  fileMode(fieldPart(volume, "defaultMode"));
  const paths = new Set<string>();
  const take: TakePath = (path) => {
    if (paths.has(path)) {
      reportInvalid(volume, "conflicting duplicate paths");
    }
    paths.add(path);
  };
  for (const source of listAt(volume, "sources")) {
    const given = sources.filter(([name, , since]) => has(source, name) && source.run.minor >= since);
    for (const [name, check] of given) {
      check(fieldPart(source, name), { volume, take });
    }
    if (given.length > 1) {
      reportForbidden(source, "may not specify more than 1 volume type per source");
    }
  }
}

interface Projection {
  readonly volume: Part;
  readonly take: TakePath;
}

/** With the minor version since which Kubernetes keeps them whatever its feature gates. */
const sources: readonly (readonly [
  name: string,
  check: (source: Part, to: Projection) => void,
  since: number,
])[] = [
  ["secret", checkKeys, 0],
  ["configMap", checkKeys, 0],
  ["downwardAPI", checkPodFields, 0],
  ["serviceAccountToken", checkToken, 0],
  ["clusterTrustBundle", (source, { take }) => checkTrustBundleSource(source, take), 37],
  ["podCertificate", (source, { take }) => checkPodCertificate(source, take), 37],
];

function checkKeys(source: Part, { take }: Projection): void {
  requiredText(fieldPart(source, "name"));
  for (const item of listAt(source, "items")) {
    checkKeyToPath(item);
    takeNamed(item, take);
  }
}

function checkPodFields(source: Part, { take }: Projection): void {
  for (const file of listAt(source, "items")) {
    checkPodField(reportedAt(file, source));
    takeNamed(file, take);
  }
}

function takeNamed(file: Part, take: TakePath): void {
  const path = textAt(file, "path");
  if (path !== "") {
    take(path);
  }
}

function checkToken(source: Part, { volume }: Projection): void {
  const seconds = numberAt(source, "expirationSeconds") ?? 3600;
  const path = reportedAt(fieldPart(source, "path"), volume, "path");
  if (seconds < 600) {
    reportInvalid(fieldPart(source, "expirationSeconds"), "may not specify a duration less than 10 minutes");
  } else if (seconds > 2 ** 32) {
    reportInvalid(
      fieldPart(source, "expirationSeconds"),
      "may not specify a duration larger than 2^32 seconds",
    );
  }
  if (requiredText(path)) {
    unreservedPath(path);
  }
}
