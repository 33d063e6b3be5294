import type { FunctionDeclaration } from "../model/expression.ts";
import { listOf, simpleTypes } from "../model/type.ts";
import { aList, anInt, anyList, aString, method, plain } from "../signature/signature.ts";
import { charAt, substring, trim } from "./strings/characters.ts";
import { format } from "./strings/format.ts";
import { indexOf, lastIndexOf } from "./strings/occurrence.ts";
import { join, replace, split } from "./strings/split.ts";
import { quote } from "./strings/go-quoted.ts";

const { int, string, dyn } = simpleTypes;
const words = listOf(string);
const everywhere = -1n;

/**
 * CEL's strings extension at version 2, which Kubernetes has had since 1.29. Positions count characters, not
 * bytes.
 */
export const stringFunctions: readonly FunctionDeclaration[] = [
  {
    name: "charAt",
    overloads: [
      method({ id: "string_char_at_int", parameters: [aString, anInt], result: string, call: charAt }),
    ],
  },
  {
    name: "indexOf",
    overloads: [
      method({
        id: "string_index_of_string",
        parameters: [aString, aString],
        result: int,
        call: (text, part) => indexOf(text, part, 0n),
      }),
      method({
        id: "string_index_of_string_int",
        parameters: [aString, aString, anInt],
        result: int,
        call: indexOf,
      }),
    ],
  },
  {
    name: "lastIndexOf",
    overloads: [
      method({
        id: "string_last_index_of_string",
        parameters: [aString, aString],
        result: int,
        call: (text, part) => lastIndexOf(text, part),
      }),
      method({
        id: "string_last_index_of_string_int",
        parameters: [aString, aString, anInt],
        result: int,
        call: lastIndexOf,
      }),
    ],
  },
  {
    name: "lowerAscii",
    overloads: [
      method({
        id: "string_lower_ascii",
        parameters: [aString],
        result: string,
        call: (text) => text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()),
      }),
    ],
  },
  {
    name: "upperAscii",
    overloads: [
      method({
        id: "string_upper_ascii",
        parameters: [aString],
        result: string,
        call: (text) => text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase()),
      }),
    ],
  },
  {
    name: "replace",
    overloads: [
      method({
        id: "string_replace_string_string",
        parameters: [aString, aString, aString],
        result: string,
        call: (text, old, fresh) => replace(text, { old, fresh, limit: everywhere }),
      }),
      method({
        id: "string_replace_string_string_int",
        parameters: [aString, aString, aString, anInt],
        result: string,
        call: (text, ...[old, fresh, limit]) => replace(text, { old, fresh, limit }),
      }),
    ],
  },
  {
    name: "split",
    overloads: [
      method({
        id: "string_split_string",
        parameters: [aString, aString],
        result: words,
        call: (text, separator) => split(text, separator, everywhere),
      }),
      method({
        id: "string_split_string_int",
        parameters: [aString, aString, anInt],
        result: words,
        call: split,
      }),
    ],
  },
  {
    name: "substring",
    overloads: [
      method({
        id: "string_substring_int",
        parameters: [aString, anInt],
        result: string,
        call: (text, start) => substring(text, start),
      }),
      method({
        id: "string_substring_int_int",
        parameters: [aString, anInt, anInt],
        result: string,
        call: substring,
      }),
    ],
  },
  {
    name: "trim",
    overloads: [method({ id: "string_trim", parameters: [aString], result: string, call: trim })],
  },
  {
    name: "format",
    overloads: [
      method({
        id: "string_format",
        parameters: [aString, anyList(dyn)],
        result: string,
        call: format,
      }),
    ],
  },
  {
    name: "strings.quote",
    overloads: [plain({ id: "strings_quote", parameters: [aString], result: string, call: quote })],
  },
  {
    name: "join",
    overloads: [
      method({
        id: "list_join",
        parameters: [aList(aString)],
        result: string,
        call: (list) => join(list, ""),
      }),
      method({
        id: "list_join_string",
        parameters: [aList(aString), aString],
        result: string,
        call: join,
      }),
    ],
  },
];
