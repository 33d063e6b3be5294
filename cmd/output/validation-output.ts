import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import type { Validation } from "../../lib/report/validation/validation.ts";
import manifest from "../../package.json" with { type: "json" };
import { workspacePath } from "./workspace-path.ts";
import type { Host } from "../host/host.ts";

/** The forms in which findings can be shown. */
export const validationFormats = ["text", "json", "sarif", "junit", "github"] as const;
export type ValidationFormat = (typeof validationFormats)[number];

/** What findings are written with. */
export interface ValidationStyle {
  readonly sources: readonly SourceText[];
  readonly color: boolean;
  /** What was named first: where a finding without a place is shown. */
  readonly firstPath: string;
  readonly shell: Pick<Host, "env" | "exists">;
}

type Writer = (validation: Validation, style: ValidationStyle) => Promise<string>;

const writers: Readonly<Record<ValidationFormat, Writer>> = {
  text: async (validation, { sources, color, shell }) => {
    const { formatValidation } = await import("../../lib/report/validation/validation-text.ts");
    const text = formatValidation(validation, {
      sources: new Map(sources.map((source) => [source.name, source])),
      color,
    });
    // The runner marks the changed lines from what it finds in either output.
    return shell.env["GITHUB_ACTIONS"] === "true" ? text + (await annotations(validation, shell)) : text;
  },
  json: async (validation) =>
    (await import("../../lib/report/validation/validation-json.ts")).validationJson(validation),
  sarif: async (validation, { firstPath }) => {
    const { formatSarif } = await import("../../lib/report/validation/sarif.ts");
    return formatSarif(validation, { version: manifest.version, fallback: firstPath });
  },
  junit: async (validation) => (await import("../../lib/report/validation/junit.ts")).formatJunit(validation),
  github: async (validation, { shell }) => annotations(validation, shell),
};

async function annotations(
  { diagnostics }: Validation,
  shell: Pick<Host, "env" | "exists">,
): Promise<string> {
  const { formatGithubAnnotations } = await import("../../lib/report/diagnostics/github-annotations.ts");
  return formatGithubAnnotations(diagnostics, workspacePath(shell));
}

/** The findings in the form that was asked for, ready to be written out. */
export function writeValidation(
  validation: Validation,
  format: ValidationFormat,
  style: ValidationStyle,
): Promise<string> {
  return writers[format](validation, style);
}
