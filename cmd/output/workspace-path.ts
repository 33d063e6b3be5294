import { join, relative, resolve, sep } from "node:path";

import { standardInput } from "../../lib/source/source-location.ts";
import { isRendered, templateOf } from "../../lib/object/diagnostic/source-text.ts";
import type { AnnotatedFile } from "../../lib/report/diagnostics/github-annotations.ts";
import { kustomizationFiles } from "../../lib/render/renderable.ts";
import type { Host } from "../host/host.ts";

/**
 * Returns the name of a file in GitHub Actions: its path in the workspace, wherever converge runs in it. For
 * rendered text it is that of the template, or of the kustomization itself. Undefined for standard input;
 * outside of the workspace it is the given name.
 */
export function workspacePath({ env, exists }: Pick<Host, "env" | "exists">): AnnotatedFile {
  const workspace = env["GITHUB_WORKSPACE"] ?? "";
  return (name) => {
    const file = isRendered(name) ? sourceOf(templateOf(name), exists) : name;
    if (file === undefined || file === standardInput.name) {
      return undefined;
    }
    const path = workspace === "" ? file : relative(workspace, resolve(file));
    return path === ".." || path.startsWith(`..${sep}`) ? file : path;
  };
}

/**
 * Returns the file in the repository that a text was rendered from; for a template in an archive, the
 * archive.
 */
function sourceOf(template: string, exists: Host["exists"]): string | undefined {
  const [archive = template] = /^.*?\.(?:tgz|tar\.gz)(?=\/)/.exec(template) ?? [];
  const candidates = [...kustomizationFiles.map((name) => join(archive, name)), archive];
  return candidates.find(exists);
}
