import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { redactDiagnostics } from "../redact/decrypted-values.ts";
import type { KeySource } from "../sops/key-source.ts";
import { mayBeEncrypted } from "../sops/detect-sops.ts";
import { hasEncodedMark } from "../render/encrypted-files.ts";
import type { Rendered } from "../render/render.ts";
import type { Sources } from "./read-sources.ts";

/**
 * Returns sources that were read with the encrypted ones decrypted, or left out with a fault. Code that
 * decrypts is loaded when it is needed.
 */
export async function withDecrypted(read: Sources, keys: KeySource): Promise<Sources> {
  if (!read.sources.some(({ text }) => mayBeEncrypted(text))) {
    return read;
  }
  const { decryptSources } = await import("../sops/decrypt-sources.ts");
  const { sources, found } = await decryptSources(read.sources, keys);
  return { ...read, sources, found: [...read.found, ...found] };
}

/** The decrypted values that a rendering may have, and the files that could not be decrypted for it. */
export interface RenderedSecrets {
  readonly values: readonly string[];
  readonly faults: readonly Diagnostic[];
}

/**
 * Returns what was rendered with the decrypted values it may have, and without them in its messages; nothing
 * if a file could not be decrypted. A rendered text that is itself encrypted is left out with a fault.
 */
export function withSecretsOf(rendered: Rendered, { values, faults }: RenderedSecrets): Rendered {
  if (faults.length > 0) {
    return { sources: [], found: faults };
  }
  const { sources, found, again } = rendered;
  const refused = sources.filter(isStillEncrypted);
  if (values.length === 0 && refused.length === 0) {
    return rendered;
  }
  const marked = (texts: readonly SourceText[]): readonly SourceText[] =>
    values.length === 0 ? texts : texts.map((text) => ({ ...text, secrets: { values } }));
  return {
    sources: marked(sources.filter((source) => !refused.includes(source))),
    found: [
      ...redactDiagnostics(found, [{ name: "", text: "", secrets: { values } }]),
      ...refused.map(renderedFault),
    ],
    ...(again && { again: marked(again) }),
  };
}

function isStillEncrypted({ text }: SourceText): boolean {
  return mayBeEncrypted(text) || hasEncodedMark(text);
}

/** Rendering changes the order of fields, so that the MAC could not be verified. */
function renderedFault({ name }: SourceText): Diagnostic {
  const message = `${name}: it contains a file that SOPS encrypted, and that was not decrypted before rendering, as in a fetched chart: use the built-in renderer and a chart on disk, or give the file as a manifest of its own`;
  return { code: "SopsUnsupported", severity: "error", message, origin: { file: name, line: 1 } };
}
