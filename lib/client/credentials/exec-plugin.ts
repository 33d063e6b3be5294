import { dirname, resolve } from "node:path";

import {
  entryFault,
  flagOf,
  innersOf,
  entryText,
  textsOf,
  type KubeconfigEntry,
} from "../kubeconfig/kubeconfig-entry.ts";

/** A program that returns credentials, as described in a kubeconfig (`users[].user.exec`). */
export interface ExecPlugin {
  /** A name to look up in PATH, or a path. */
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment. */
  readonly env: ReadonlyMap<string, string>;
  /** `client.authentication.k8s.io/v1` or `…/v1beta1` */
  readonly apiVersion: string;
  readonly interactiveMode: "Never" | "IfAvailable" | "Always";
  readonly provideClusterInfo: boolean;
  /** Instructions for installing it; empty if none are given. */
  readonly installHint: string;
  /** For messages: `/home/me/.kube/config: users[0].user.exec`. */
  readonly place: string;
}

const apiGroup = "client.authentication.k8s.io";

/** Reads the description of an exec plugin. Throws an AccessError where kubectl rejects it too. */
export function readExecPlugin(entry: KubeconfigEntry): ExecPlugin {
  const command = entryText(entry, "command");
  if (command === "") {
    throw entryFault(entry, "command", "is missing");
  }
  const apiVersion = readApiVersion(entry);
  return {
    // A bare name is looked up in PATH; a path is relative to the directory of its file.
    command: command.includes("/") ? resolve(dirname(entry.file), command) : command,
    args: textsOf(entry, "args"),
    env: new Map(innersOf(entry, "env").map(readVariable)),
    apiVersion,
    interactiveMode: readInteractiveMode(entry, apiVersion),
    provideClusterInfo: flagOf(entry, "provideClusterInfo"),
    installHint: entryText(entry, "installHint"),
    place: `${entry.file}: ${entry.path}`,
  };
}

function readVariable(variable: KubeconfigEntry): readonly [name: string, value: string] {
  const name = entryText(variable, "name");
  if (name === "" || name.includes("=") || name.includes("\0")) {
    throw entryFault(variable, "name", "must be the name of an environment variable");
  }
  return [name, entryText(variable, "value")];
}

function readApiVersion(entry: KubeconfigEntry): string {
  const apiVersion = entryText(entry, "apiVersion");
  if (apiVersion !== `${apiGroup}/v1` && apiVersion !== `${apiGroup}/v1beta1`) {
    throw entryFault(
      entry,
      "apiVersion",
      `must be ${apiGroup}/v1 or ${apiGroup}/v1beta1; update the plugin and its entry`,
    );
  }
  return apiVersion;
}

function readInteractiveMode(entry: KubeconfigEntry, apiVersion: string): ExecPlugin["interactiveMode"] {
  const mode = entryText(entry, "interactiveMode");
  if (mode === "" && apiVersion.endsWith("/v1beta1")) {
    return "IfAvailable";
  }
  if (mode !== "Never" && mode !== "IfAvailable" && mode !== "Always") {
    throw entryFault(entry, "interactiveMode", "must be Never, IfAvailable or Always");
  }
  return mode;
}
