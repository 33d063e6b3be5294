/** Collects the end of the output of a stream, at most so many bytes. The result decodes it as UTF-8. */
export function outputTail(stream: NodeJS.ReadableStream, bytes: number): () => string {
  let kept = Buffer.alloc(0);
  stream
    .on("data", (piece: Buffer) => {
      kept = Buffer.concat([kept, piece]).subarray(-bytes);
    })
    .on("error", () => {});
  return () => kept.toString("utf8");
}
