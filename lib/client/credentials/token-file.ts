import { AccessError } from "../model/api-error.ts";
import { readNeeded } from "../model/read-file.ts";
import { headerText } from "../model/header-text.ts";

/**
 * Opens a token file that is rotated externally. If the file cannot be read, the fallback is used where there
 * is one; otherwise `read` throws an AccessError.
 */
export function openTokenFile(
  file: string,
  { fallback, because }: { readonly fallback: string; readonly because: string },
): { readonly read: () => Promise<string>; readonly isRotating: boolean } {
  const read = async (): Promise<string> => {
    const token = (await readNeeded(file, because)).trim();
    if (token === "") {
      throw new AccessError(`${because}: ${file} is empty`);
    }
    return `Bearer ${headerText(token, file)}`;
  };
  const readOrFallBack = async (): Promise<string> => {
    try {
      return await read();
    } catch (error) {
      if (error instanceof AccessError) {
        return `Bearer ${headerText(fallback, because)}`;
      }
      throw error;
    }
  };
  return { read: fallback === "" ? read : readOrFallBack, isRotating: true };
}
