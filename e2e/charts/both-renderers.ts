/** Renders with a binary, and makes the same request to the built-in renderers. */
import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { promisify } from "node:util";

import type { RendererRequest } from "../../lib/render/wasm/render-order.ts";

/** The result of a binary. */
export interface Printed {
  readonly code: number;
  readonly output: string;
  readonly said: string;
}

/** A call of a binary. */
export interface BinaryCall {
  readonly program: string;
  readonly words: readonly string[];
  /** Has no settings of the user. */
  readonly home: string;
}

const mostOutput = 2 ** 28;

/** Runs a binary. Throws if it does not exist. */
export async function printedBy({ program, words, home }: BinaryCall): Promise<Printed> {
  const options = { env: { HOME: home, PATH: "/usr/bin:/bin" }, maxBuffer: mostOutput };
  try {
    const { stdout, stderr } = await promisify(execFile)(program, words, options);
    return { code: 0, output: stdout, said: stderr };
  } catch (error) {
    if (!isFailedCall(error)) {
      throw error;
    }
    return { code: error.code, output: error.stdout, said: error.stderr };
  }
}

interface FailedCall {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function isFailedCall(error: unknown): error is FailedCall {
  return error instanceof Error && "code" in error && typeof error.code === "number";
}

/** The request for these arguments of `helm template`. */
export function requestOf(path: string, words: readonly string[]): RendererRequest {
  const all = (flag: string): string[] =>
    words.filter((_, index) => index > 0 && words[index - 1] === `--${flag}`);
  return {
    type: "chart",
    path: realpathSync(path),
    release: "shop",
    namespace: "prod",
    isUpgrade: words.includes("--is-upgrade"),
    kubeVersion: all("kube-version").at(-1) ?? "",
    apiVersions: all("api-versions").flatMap((list) => list.split(",")),
    options: {
      values: all("values"),
      set: all("set"),
      setString: all("set-string"),
      setFile: all("set-file"),
      setJson: all("set-json"),
      setLiteral: all("set-literal"),
    },
  };
}

/** The arguments of `helm template` for that request, without the options. */
export function helmWords(chart: string): readonly string[] {
  return ["template", "shop", chart, "--namespace", "prod", "--include-crds"];
}

/** The first line of the reason. WASI writes errors of files in upper case. */
export function reasonIn(said: string): string {
  return (/^Error: .*/m.exec(said)?.[0] ?? said).toLowerCase();
}
