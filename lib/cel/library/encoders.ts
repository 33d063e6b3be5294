import { CelFailure, type FunctionDeclaration } from "../model/expression.ts";
import { simpleTypes } from "../model/type.ts";
import { aString, plain, someBytes } from "../signature/signature.ts";

/**
 * The encoders extension of cel-go, which Flux enables and Kubernetes does not
 * (https://pkg.go.dev/github.com/google/cel-go/ext#Encoders).
 */
export const encoderFunctions: readonly FunctionDeclaration[] = [
  {
    name: "base64.decode",
    overloads: [
      plain({
        id: "base64_decode_string",
        parameters: [aString],
        result: simpleTypes.bytes,
        call: decode,
      }),
    ],
  },
  {
    name: "base64.encode",
    overloads: [
      plain({
        id: "base64_encode_bytes",
        parameters: [someBytes],
        result: simpleTypes.string,
        call: (bytes) => Buffer.from(bytes).toString("base64"),
      }),
    ],
  },
];

/** Padding may be missing, as in cel-go. */
function decode(text: string): Uint8Array | CelFailure {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text)
    ? new Uint8Array(Buffer.from(text, "base64"))
    : new CelFailure("illegal base64 data");
}
