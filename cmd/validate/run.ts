import type { RemoteChartFlags } from "../flags/remote-chart-flags.ts";
import type { SourceText } from "../../lib/object/diagnostic/source-text.ts";
import type { OpenSources } from "../../lib/source/open-sources.ts";
import type { Validated } from "../../lib/engine.ts";
import type { Validation } from "../../lib/report/validation/validation.ts";
import { kubernetesOf, type CheckFlags, validationOptions } from "../flags/validation-flags.ts";
import { readFieldChecks } from "../flags/field-checks.ts";
import { wantsColor, type ColorMode } from "../host/color.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import { readBaseline } from "../session/baseline-sources.ts";
import { openSourcesOffline, type RenderFlags, withRenderSignal } from "../flags/render-flags.ts";
import type { Host } from "../host/host.ts";
import { writeValidation, type ValidationFormat } from "../output/validation-output.ts";
import { hintAtExplain } from "../output/print-diagnostics.ts";
import type { PathFlags } from "../flags/path-flags.ts";
import type { ExternalPolicy } from "../../lib/order/model/edge.ts";

/** Validates the objects in the paths, and prints the findings. */
export async function runValidate(
  paths: readonly string[],
  flags: ValidateFlags,
  host: Host,
): Promise<ExitCode> {
  const sources = await openSourcesOffline(paths, flags, host);
  return withRenderSignal(sources, host, (signal) =>
    validateSources(sources, { paths, flags, host, signal }),
  );
}

interface ValidateArgs {
  readonly paths: readonly string[];
  readonly flags: ValidateFlags;
  readonly host: Host;
  readonly signal: AbortSignal;
}

async function validateSources(sources: OpenSources, args: ValidateArgs): Promise<ExitCode> {
  const { hasErrors } = await import("../../lib/object/diagnostic/diagnostic.ts");
  const { paths, flags, host } = args;
  const { validated, beside } = await validatedOf(sources, args);
  const diagnostics = await sources.inTemplates(validated.diagnostics);
  const text = await writeValidation(
    {
      ...resultOf({ ...validated, diagnostics }),
      kubernetesVersion: `1.${kubernetesOf(flags)}`,
      fieldsIgnored: flags.validate === "ignore",
    },
    flags.output,
    {
      sources: [...sources.latest(), ...beside],
      color: wantsColor(flags.color, host.stdout, host),
      firstPath: paths[0] ?? "",
      host,
    },
  );
  host.stdout.write(text);
  if (flags.output === "text") {
    hintAtExplain(validated.diagnostics, host);
  }
  return hasErrors(validated.diagnostics) ? exitCodes.invalid : exitCodes.converged;
}

/** A validated set, and the texts that it was validated with. */
interface ValidatedSet {
  readonly validated: Validated;
  readonly beside: readonly SourceText[];
}

async function validatedOf(
  { read, isRendered }: OpenSources,
  { paths, flags, host, signal }: ValidateArgs,
): Promise<ValidatedSet> {
  const { validate } = await import("../../lib/engine.ts");
  const { release, namespace, externalDeps } = flags;
  const texts = await read({ release, namespace, action: "install", signal });
  const checks = await readFieldChecks(flags, { host, signal });
  const before = await readBaseline({ flags, paths, isRendered, signal, host });
  const validated = await validate({
    ...texts,
    found: [...texts.found, ...checks.found, ...before.found],
    action: "install",
    release,
    namespace,
    externalDeps,
    invalid: "fail",
    timeout: 0,
    strict: flags.strict,
    fields: { ...validationOptions(flags), ...checks.fields, old: before.sources },
  });
  const { definitions, policies } = checks.fields;
  return { validated, beside: [...definitions, ...policies, ...before.sources] };
}

function resultOf({
  manifests,
  unchecked,
  unreadable,
  diagnostics,
}: Validated): Pick<Validation, "objects" | "unreadable" | "diagnostics"> {
  const objects = manifests.map((manifest) => ({
    ref: manifest.key,
    origin: manifest.origin,
    checked: !unchecked.has(manifest),
  }));
  return { objects, unreadable, diagnostics };
}

/** The parsed flags of `validate`. */
export interface ValidateFlags extends CheckFlags, PathFlags, RenderFlags, RemoteChartFlags {
  readonly namespace: string;
  readonly release: string;
  readonly old?: string;
  readonly strict: boolean;
  readonly output: ValidationFormat;
  readonly externalDeps: ExternalPolicy;
  readonly color: ColorMode;
}
