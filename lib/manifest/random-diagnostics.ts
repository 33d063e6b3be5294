import type { Diagnostic, Severity } from "../object/diagnostic/diagnostic.ts";
import type { Path } from "../object/json.ts";
import { locateField } from "./locate-field.ts";
import type { RandomField, RandomObject } from "./random/random-fields.ts";

/**
 * The fate of a random field: unknown without a cluster, kept as it is in the cluster, generated, or
 * generated in place of another value.
 */
export type RandomFate = "unknown" | "kept" | "new" | "replaced";

const fates: Readonly<Record<RandomFate, { readonly severity: Severity; readonly says: string }>> = {
  unknown: {
    severity: "warning",
    says: "apply keeps the values that are in the cluster; to choose them, give them by --values",
  },
  kept: { severity: "note", says: "what is in the cluster is kept" },
  new: {
    severity: "warning",
    says: "this run makes them; to have the same everywhere, give them by --values",
  },
  replaced: {
    severity: "warning",
    says: "each run changes them in the cluster; to keep them, give them by --values",
  },
};

/** One finding per object and fate, with the fields and never their values. */
export function randomDiagnostics(
  random: readonly RandomObject[],
  fateOf: (object: RandomObject["object"], field: RandomField) => RandomFate,
): readonly Diagnostic[] {
  return random.flatMap(({ object, fields }) =>
    [...Map.groupBy(fields, (each) => fateOf(object, each))].map(([fate, alike]) => {
      const { severity, says } = fates[fate];
      const names = alike.map(({ path }) => formatPath(path)).join(", ");
      const [first] = alike;
      return {
        code: "ValueRandom",
        severity,
        message: `${object.kind}/${object.name}: ${names} differ between two renderings of the same input: ${says}`,
        origin: locateField(object.document, [...object.path, ...(first?.path ?? [])], "key"),
      };
    }),
  );
}

/** `spec.webhooks[0].caBundle`, `data[tls.crt]`. */
function formatPath(path: Path): string {
  const steps = path.map((step) => (/^[A-Za-z_][\w-]*$/.test(String(step)) ? `.${step}` : `[${step}]`));
  return steps.join("").replace(/^\./, "");
}
