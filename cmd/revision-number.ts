import { InvalidArgumentError } from "commander";

/** Reads the number of a revision from the command line. */
export function readRevisionNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw new InvalidArgumentError("Write the number of a revision, as history tells it");
  }
  return Number(text);
}
