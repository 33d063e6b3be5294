import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import { field, isObject, type JsonObject, type JsonValue, stringField } from "../object/json.ts";
import { decryptSources } from "./decrypt-sources.ts";
import { decryptDotenv, dotenvMetadata, isEncryptedDotenv } from "./dotenv.ts";
import { decryptBytes } from "./encrypted-value.ts";
import { type KeySource, readKeys } from "./key-source.ts";
import { type FileKey, isAuthentic, macFault, startMac } from "./mac.ts";
import { type FileFault, openFile, fileRefusal } from "./open-file.ts";
import { metadataName } from "./visit-leaves.ts";

/** A file that another one refers to. */
export interface EncryptedFile {
  /** The name in messages. Its extension decides the format, as for `sops`. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** The content of a file after decryption. */
export interface DecryptedFile {
  readonly content: Uint8Array;
  /** The values that were encrypted. */
  readonly values: readonly string[];
}

/**
 * Decrypts a file of any format of SOPS but INI: YAML, JSON, variables, and anything else as a whole.
 * Undefined for a file that is not encrypted.
 */
export async function decryptFile(
  { name, content }: EncryptedFile,
  keySource: KeySource,
): Promise<DecryptedFile | Diagnostic | undefined> {
  const text = textOf(content);
  if (text === undefined) {
    return undefined;
  }
  const source: SourceText = { name, text };
  const whole = /\.(?:ya?ml|json)$/.test(name) ? undefined : wholeFile(text);
  if (whole !== undefined) {
    return decryptWith(source, { metadata: whole[metadataName], keySource }, (key) =>
      decryptWhole(whole, key),
    );
  }
  if (isEncryptedDotenv(text)) {
    return decryptWith(source, { metadata: dotenvMetadata(text), keySource }, (key) => {
      const found = decryptDotenv(text, key);
      return "message" in found ? found : encoded(found);
    });
  }
  if (isEncryptedIni(text)) {
    return fileRefusal(source, { code: "SopsUnsupported", message: iniFault });
  }
  const { sources, found } = await decryptSources([source], keySource);
  const [decrypted = source] = sources;
  const { values } = decrypted.secrets ?? {};
  return found[0] ?? (values && encoded({ text: decrypted.text, values }));
}

const iniFault =
  "is an INI file, which is not supported: encrypt it with `sops encrypt --input-type binary --output-type binary`";

function isEncryptedIni(text: string): boolean {
  return /^\[sops\]\s*$/m.test(text) && /^mac\s*=\s*ENC\[AES256_GCM,/m.test(text);
}

function textOf(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

function encoded({ text, values }: Pick<SourceText, "text"> & Pick<DecryptedFile, "values">): DecryptedFile {
  return { content: new TextEncoder().encode(text), values };
}

async function decryptWith(
  source: SourceText,
  { metadata, keySource }: { readonly metadata: JsonValue | undefined; readonly keySource: KeySource },
  decrypt: (key: FileKey) => DecryptedFile | FileFault,
): Promise<DecryptedFile | Diagnostic> {
  const opened = await openFile(metadata, await readKeys(keySource));
  const found = "message" in opened ? opened : decrypt(opened);
  return "message" in found ? fileRefusal(source, found) : found;
}

/** Returns the parts of a file that is encrypted as a whole: its `data`, and the metadata. */
function wholeFile(text: string): JsonObject | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed JSON
    const parsed = JSON.parse(text) as JsonObject;
    return isObject(parsed) &&
      Object.keys(parsed).length === 2 &&
      stringField(parsed, "data")?.startsWith("ENC[AES256_GCM,") === true &&
      isObject(field(parsed, metadataName))
      ? parsed
      : undefined;
  } catch {
    return undefined;
  }
}

/** As one value of any bytes. */
function decryptWhole(file: JsonObject, key: FileKey): DecryptedFile | FileFault {
  const found = decryptBytes(stringField(file, "data") ?? "", key.key, "data:");
  if ("fault" in found) {
    return { code: "SopsInvalid", message: `has data that ${found.fault}` };
  }
  const { bytes } = found;
  return isAuthentic(startMac(key.metadata).update(bytes), key)
    ? { content: bytes, values: formsOf(bytes) }
    : { code: "SopsInvalid", message: macFault };
}

/** Returns the texts by which a content is recognized: a template may trim it. */
function formsOf(bytes: Uint8Array): readonly string[] {
  const text = textOf(bytes);
  return text === undefined ? [Buffer.from(bytes).toString("base64")] : [text, text.trim()];
}
