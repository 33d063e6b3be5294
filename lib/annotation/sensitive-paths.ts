import { parseJsonPath } from "../object/json-path.ts";
import { splitSensitivePaths } from "../redact/sensitivity.ts";
import { type AnnotationFinding, reportFindings } from "./annotation-fault.ts";
import type { Annotation, Draft } from "./directives.ts";

/**
 * Reads `werf.io/sensitive-paths`: JSONPaths separated by commas, with `\,` for a comma inside one. Each is
 * kept as specified, because `parseJsonPath` reads the `\,` too.
 */
export function readSensitivePaths(annotation: Annotation, draft: Draft): void {
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
