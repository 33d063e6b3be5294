import type { IncomingMessage } from "node:http";

/**
 * Reads the body of a request; returns undefined if it has more than `most` bytes. The rest is then not read,
 * so the response has to close the connection (`Connection: close`). Rejects if the request ends half-way.
 */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > most) {
    return undefined;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > most) {
      return undefined;
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}
