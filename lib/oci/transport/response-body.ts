import { type JsonValue, listField, stringField } from "../../object/json.ts";
import { quoted } from "../model/image-name.ts";
import { RegistryError } from "../model/registry-error.ts";
import type { Answer } from "./http-transport.ts";

/** Size limit of a document read from a registry: 4 MiB, the limit of registries themselves for manifests. */
export const longestDocument: number = 4 * 1024 * 1024;

/** Reads all bytes of a response. Throws RegistryError `refused` if there are more than `most`. */
export async function readBytes(answer: Answer, most: number, about: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.length;
    if (size > most) {
      answer.discard();
      throw new RegistryError("refused", `${about}: the response is longer than ${most} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parses a JSON document. Throws RegistryError `refused` if it is not valid JSON. */
export function parseDocument(bytes: Buffer, about: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(bytes.toString("utf8"));
    return value;
  } catch {
    // The cause would quote the document, which may contain a token.
    throw new RegistryError("refused", `${about}: the response is not JSON`);
  }
}

/**
 * Returns the error of a refused request, in quotes: `"MANIFEST_UNKNOWN: manifest unknown"`; empty if it is
 * not readable.
 */
export async function refusalWords(answer: Answer): Promise<string> {
  try {
    const [first] = listField(parseDocument(await readBytes(answer, 65_536, ""), ""), "errors");
    const words = [stringField(first, "code") ?? "", stringField(first, "message") ?? ""];
    const said = words.filter((word) => word !== "").join(": ");
    return said === "" ? "" : quoted(said);
  } catch {
    return "";
  }
}
