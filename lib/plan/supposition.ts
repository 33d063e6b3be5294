import { type Duration, parseDuration } from "../object/duration.ts";

/** The supposed time of an object. */
export interface Supposition {
  /** The object as people name it. */
  readonly object: string;
  readonly took: Duration;
}

/**
 * Reads `slow=Deployment/db:5m`, an object and the time that it is supposed to take. The time follows the
 * last colon: names of roles contain colons.
 */
export function parseSupposition(text: string): Supposition | { readonly fault: string } {
  const [, object = "", time = ""] = /^slow=(.+):([^:]*)$/s.exec(text) ?? [];
  if (object === "") {
    return { fault: "write slow=KIND/NAME:DURATION, such as slow=Deployment/db:5m" };
  }
  const took = parseDuration(time);
  if (took === undefined || took < 0) {
    return { fault: `"${time}" is not a duration: write one such as 90s, 5m or 1h30m` };
  }
  return { object, took };
}
