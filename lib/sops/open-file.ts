import type { Diagnostic } from "../object/diagnostic/diagnostic.ts";
import type { SourceText } from "../object/diagnostic/source-text.ts";
import type { JsonValue } from "../object/json.ts";
import { originAt } from "../manifest/text/source-map.ts";
import { decryptDataKey, type KeysAtHand } from "./data-key.ts";
import type { FileKey } from "./mac.ts";
import { readMetadata } from "./metadata.ts";

/** Why a file is refused: the rest of a sentence, and the offset that it is about. */
export interface FileFault {
  readonly code: Diagnostic["code"];
  readonly message: string;
  readonly at?: number | undefined;
}

/** Reads the metadata of a file, and decrypts its key. */
export async function openFile(
  metadata: JsonValue | undefined,
  keys: KeysAtHand,
): Promise<FileKey | FileFault> {
  const read = readMetadata(metadata);
  if ("message" in read) {
    return read;
  }
  const dataKey = await decryptDataKey(read.recipients, keys);
  return "message" in dataKey ? dataKey : { metadata: read, key: dataKey.key };
}

/** Returns the diagnostic about a file that is refused. */
export function fileRefusal(source: SourceText, { code, message, at = 0 }: FileFault): Diagnostic {
  const document = { source, start: 0, end: source.text.length, line: 1, index: 0, format: "yaml" } as const;
  const { file, line, column = 1 } = originAt(document, at);
  return { code, severity: "error", message: `${source.name} ${message}`, origin: { file, line, column } };
}
