import {
  aBool,
  aDouble,
  aDuration,
  anInt,
  aString,
  aTimestamp,
  aUint,
  someBytes,
  type Parameter,
} from "../../signature/signature.ts";

/**
 * The types with an order, as function ids name them, in the order in which a call without types tries them.
 */
export const orderedParameters: readonly { readonly name: string; readonly parameter: Parameter }[] = [
  { name: "int", parameter: anInt },
  { name: "uint", parameter: aUint },
  { name: "double", parameter: aDouble },
  { name: "bool", parameter: aBool },
  { name: "duration", parameter: aDuration },
  { name: "timestamp", parameter: aTimestamp },
  { name: "string", parameter: aString },
  { name: "bytes", parameter: someBytes },
];
