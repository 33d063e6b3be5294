import { runProgram } from "./run-program.ts";

/**
 * Returns the time that built files carry, in seconds since 1970: SOURCE_DATE_EPOCH, or else the time of the
 * last commit. Throws if SOURCE_DATE_EPOCH is not a number.
 */
export async function sourceTime(checkout: string): Promise<number> {
  const given = process.env["SOURCE_DATE_EPOCH"];
  const text = given ?? (await runProgram("git", ["log", "-1", "--format=%ct"], { cwd: checkout }));
  const time = Number(text.trim());
  if (!Number.isSafeInteger(time) || text.trim() === "") {
    throw new Error(`SOURCE_DATE_EPOCH is ${JSON.stringify(text)}: it is a number of seconds since 1970`);
  }
  return time;
}
