import { existsSync, readFileSync } from "node:fs";

import { decodeText } from "../object/decode-text.ts";
import { type Diagnostic, hasErrors } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { ChartOptions } from "../render/chart-options.ts";
import type { KeySource } from "../sops/key-source.ts";
import { mayBeEncrypted } from "../sops/detect-sops.ts";

/** Values of charts with the encrypted ones decrypted. */
export interface ChartValues {
  readonly choices: ChartOptions;
  /** Standard input of the renderer. */
  readonly input: Uint8Array | undefined;
  /** The values that were encrypted. */
  readonly secrets: readonly string[];
  readonly found: readonly Diagnostic[];
}

/**
 * Reports whether a values file may be encrypted, standard input aside. Files that cannot be read are left to
 * the renderer.
 */
export function hasEncryptedValues({ values }: ChartOptions): boolean {
  return valuesFiles(values).some((path) => {
    const text = textOf(path);
    return text !== undefined && mayBeEncrypted(text);
  });
}

/** Helm splits the flag at commas. */
function valuesFiles(values: readonly string[]): readonly string[] {
  return values.flatMap((path) => (existsSync(path) ? [path] : path.split(",")));
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Decrypts values files. If any is encrypted, all of them are merged in memory, and the renderer reads the
 * result from its standard input: no decrypted value is on a disk or in arguments.
 */
export async function decryptValues(
  choices: ChartOptions,
  input: Uint8Array | undefined,
  keys: KeySource,
): Promise<ChartValues> {
  const plain = { choices, input, secrets: [], found: [] };
  const stdin = choices.values.includes("-") ? new TextDecoder().decode(input) : "";
  if (!hasEncryptedValues(choices) && !mayBeEncrypted(stdin)) {
    return plain;
  }
  const read = valuesFiles(choices.values).map((path) => valuesText(path, input));
  const unread = read.flatMap((each) => ("fault" in each ? [each.fault] : []));
  if (unread.length > 0) {
    return { ...plain, found: unread };
  }
  const { decryptSources } = await import("../sops/decrypt-sources.ts");
  const { mergeValues } = await import("../sops/merge-values.ts");
  const texts = read.flatMap((each) => ("source" in each ? [each.source] : []));
  const { sources, found } = await decryptSources(texts, keys);
  const merged = hasErrors(found) ? { found: [] } : mergeValues(sources);
  return "text" in merged
    ? {
        choices: { ...choices, values: ["-"] },
        input: new TextEncoder().encode(merged.text),
        secrets: sources.flatMap(({ secrets }) => secrets?.values ?? []),
        found,
      }
    : { ...plain, found: [...found, ...merged.found] };
}

function valuesText(
  path: string,
  input: Uint8Array | undefined,
): { readonly source: SourceText } | { readonly fault: Diagnostic } {
  if (path === "-") {
    return decodeText("<stdin>", input ?? new Uint8Array());
  }
  try {
    return decodeText(path, readFileSync(path));
  } catch {
    const message = `${path} cannot be read beside encrypted values files: give a local file`;
    return { fault: { code: "SourceUnreadable", severity: "error", message } };
  }
}
