import { UsageError } from "../host/usage-error.ts";

/** Reads the number of a revision from the command line. Throws a UsageError for what is none. */
export function readRevisionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new UsageError(`'${text}' is no revision: write its number, as history tells it`);
  }
  return Number(text);
}
