import type { IncomingMessage } from "node:http";

/**
 * All bytes of what a request brings; undefined where they are more than `most`: what comes behind is not
 * read, so the answer has to end the connection (`Connection: close`). Rejects where the request ends
 * half-way.
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
