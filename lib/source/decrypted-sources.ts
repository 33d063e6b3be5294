import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { redactDiagnostics } from "../redact/decrypted-values.ts";
import type { AgeKeySource } from "../sops/age-keys.ts";
import { mayBeEncrypted } from "../sops/detect-sops.ts";
import type { Rendered } from "../render/render.ts";
import type { Sources } from "./read-sources.ts";

/**
 * Returns sources that were read with the encrypted ones decrypted, or left out with a fault. Code that
 * decrypts is loaded when it is needed.
 */
export async function withDecrypted(read: Sources, ageKeys: AgeKeySource): Promise<Sources> {
  if (!read.sources.some(({ text }) => mayBeEncrypted(text))) {
    return read;
  }
  const { decryptSources } = await import("../sops/decrypt-sources.ts");
  const { sources, found } = await decryptSources(read.sources, ageKeys);
  return { ...read, sources, found: [...read.found, ...found] };
}

/**
 * Returns what was rendered with the decrypted values it may have, and without them in its messages. A
 * rendered text that is itself encrypted is left out with a fault.
 */
export function withSecretsOf(rendered: Rendered, values: readonly string[]): Rendered {
  const { sources, found, again } = rendered;
  if (values.length === 0 && !sources.some(({ text }) => mayBeEncrypted(text))) {
    return rendered;
  }
  const marked = (texts: readonly SourceText[]): readonly SourceText[] =>
    values.length === 0 ? texts : texts.map((text) => ({ ...text, secrets: { values } }));
  const refused = sources.filter(({ text }) => mayBeEncrypted(text));
  return {
    sources: marked(sources.filter((source) => !refused.includes(source))),
    found: [
      ...redactDiagnostics(found, [{ name: "", text: "", secrets: { values } }]),
      ...refused.map(renderedFault),
    ],
    ...(again && { again: marked(again) }),
  };
}

/** Rendering changes the order of fields, so that the MAC could not be verified. */
function renderedFault({ name }: SourceText): Diagnostic {
  const message = `${name}: it contains a file that SOPS encrypted, which cannot be verified after rendering: give that file as a manifest of its own, or encrypt a values file and give it with --values`;
  return { code: "SopsUnsupported", severity: "error", message, origin: { file: name, line: 1 } };
}
