import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Clock } from "../../async/clock.ts";
import { RegistryError } from "../../oci/model/registry-error.ts";

/** Settings of fetching charts. */
export interface FetchSettings {
  /** The hosts that may be asked, with their ports; any if undefined. `http://HOST` permits plain http. */
  readonly allowedHosts?: readonly string[];
  /** Folders with credentials for chart repositories, as `URL=FOLDER`. */
  readonly secretFolders?: readonly string[];
  /** Certificates in PEM that are trusted in addition to the machine's. */
  readonly ca?: string;
}

/** The context of fetching charts. */
export interface FetchContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly settings: FetchSettings;
}

/** The name that converge gives servers. */
export const userAgent = "converge";

/** Limits of what is fetched, in bytes. */
export const fetchLimits: { readonly [Name in "archive" | "index" | "total"]: number } = {
  archive: 32 * 2 ** 20,
  index: 64 * 2 ** 20,
  total: 128 * 2 ** 20,
};

/** Milliseconds for all that one rendering fetches. */
const patience = 120_000;

/** Acts with a signal that also aborts after two minutes, with a RegistryError. */
export async function withFetchTimeout<T>(
  { clock, signal }: Pick<FetchContext, "clock" | "signal">,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const callOff = clock.after(patience, () =>
    late.abort(new RegistryError("unreachable", `fetching took longer than ${patience / 60_000} minutes`)),
  );
  try {
    return await act(AbortSignal.any([signal, late.signal]));
  } finally {
    callOff();
  }
}

/** Throws a RegistryError for an address that the settings do not permit. */
export function guardOf({ allowedHosts }: FetchSettings): (url: URL) => void {
  return ({ protocol, host }) => {
    if (allowedHosts === undefined) {
      return;
    }
    const isAllowed = allowedHosts.some(
      (entry) => (protocol === "https:" && entry === host) || entry === `${protocol}//${host}`,
    );
    if (!isAllowed) {
      const entry = protocol === "https:" ? host : `${protocol}//${host}`;
      throw new RegistryError(
        "refused",
        `the host ${host} is not allowed: add ${JSON.stringify(entry)} to render.allowedHosts to permit it`,
      );
    }
  };
}

/** Returns the docker configuration of the user in base64; empty if there is none. */
export function dockerConfiguration(env: FetchContext["env"]): string {
  const { DOCKER_CONFIG: given = "", HOME: home = "" } = env;
  try {
    const folder = given === "" ? join(home, ".docker") : given;
    return readFileSync(join(folder, "config.json")).toString("base64");
  } catch {
    return "";
  }
}
