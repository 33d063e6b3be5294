import { UsageError } from "../host/usage-error.ts";

/** Parses a revision number from the command line. Throws a UsageError if it is invalid. */
export function readRevisionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new UsageError(`'${text}' is no revision: write its number, as history tells it`);
  }
  return Number(text);
}
