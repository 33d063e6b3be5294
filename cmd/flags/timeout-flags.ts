import { Option } from "commander";

import { readTimeout } from "./option-parsers.ts";

/** Returns `--timeout`, which has no default. */
export function runTimeoutOption(): Option {
  return new Option("--timeout <duration>", "time limit of a run").argParser(readTimeout);
}

/** Returns `--reconcile-timeout`. */
export function reconcileTimeoutOption(): Option {
  return timeoutOption("--reconcile-timeout <duration>", "time limit for an object to become ready");
}

/** Returns `--prune-timeout`. */
export function pruneTimeoutOption(): Option {
  return timeoutOption("--prune-timeout <duration>", "time limit for the deletion of an object");
}

/** Returns `--external-timeout`. */
export function externalTimeoutOption(): Option {
  const description = "time limit for objects that are waited for but not in the manifests";
  return timeoutOption("--external-timeout <duration>", description);
}

/** Returns a flag for a timeout, five minutes by default. */
function timeoutOption(flags: string, description: string): Option {
  return new Option(flags, description).default(300_000, "5m").argParser(readTimeout);
}
