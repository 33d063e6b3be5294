import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import type { Validation } from "../../lib/report/validation/validation.ts";
import manifest from "../../package.json" with { type: "json" };
import { workspacePath } from "./print-diagnostics.ts";
import type { Host } from "../host/host.ts";

/** The output formats of findings. */
export const validationFormats = ["text", "json", "sarif", "junit", "github"] as const;
export type ValidationFormat = (typeof validationFormats)[number];

/** Options for writing findings. */
export interface ValidationStyle {
  readonly sources: readonly SourceText[];
  readonly color: boolean;
  /** The first path of the command line, where findings without an origin are shown. */
  readonly firstPath: string;
  readonly host: Pick<Host, "env" | "exists">;
}

type Writer = (validation: Validation, style: ValidationStyle) => Promise<string>;

const writers: Readonly<Record<ValidationFormat, Writer>> = {
  text: async (validation, { sources, color, host }) => {
    const { formatValidation } = await import("../../lib/report/validation/validation-text.ts");
    const text = formatValidation(validation, {
      sources: new Map(sources.map((source) => [source.name, source])),
      color,
    });
    // Annotations in either output make the runner mark the changed lines.
    return host.env["GITHUB_ACTIONS"] === "true" ? text + (await annotations(validation, host)) : text;
  },
  json: async (validation) =>
    (await import("../../lib/report/validation/validation-json.ts")).validationJson(validation),
  sarif: async (validation, { firstPath }) => {
    const { formatSarif } = await import("../../lib/report/validation/sarif.ts");
    return formatSarif(validation, { version: manifest.version, fallback: firstPath });
  },
  junit: async (validation) => (await import("../../lib/report/validation/junit.ts")).formatJunit(validation),
  github: async (validation, { host }) => annotations(validation, host),
};

async function annotations({ diagnostics }: Validation, host: Pick<Host, "env" | "exists">): Promise<string> {
  const { formatGithubAnnotations } = await import("../../lib/report/diagnostics/github-annotations.ts");
  return formatGithubAnnotations(diagnostics, workspacePath(host));
}

/** Formats the findings for output. */
export function writeValidation(
  validation: Validation,
  format: ValidationFormat,
  style: ValidationStyle,
): Promise<string> {
  return writers[format](validation, style);
}
