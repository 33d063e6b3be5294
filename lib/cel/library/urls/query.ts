import { append } from "../../../object/append.ts";
import { unescaped } from "./escape.ts";

/** The maximum number of parameters; the server rejects a query with more. */
const mostParameters = 10_000;

/** Returns the values of each key of a query, in bytes; invalid parameters are left out. Complexity: O(n). */
export function queryValues(query: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const parameters = query.split("&");
  for (const parameter of parameters.length > mostParameters ? [] : parameters) {
    const pair = parameter === "" || parameter.includes(";") ? undefined : readParameter(parameter);
    if (pair !== undefined) {
      const [key, value] = pair;
      append(found, key, value);
    }
  }
  return found;
}

function readParameter(parameter: string): readonly [string, string] | undefined {
  const equals = parameter.indexOf("=");
  const key = unescaped(equals < 0 ? parameter : parameter.slice(0, equals), "query");
  const value = unescaped(equals < 0 ? "" : parameter.slice(equals + 1), "query");
  return typeof key === "string" && typeof value === "string" ? [key, value] : undefined;
}
