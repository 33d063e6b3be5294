import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";

import { field, type JsonValue, stringField, stringsField } from "../../../lib/object/json.ts";
import { peerPath } from "../../peers/build-peers.ts";

/** A sync of a folder as an application of Argo CD. */
export interface SyncRequest {
  readonly app: string;
  readonly folder: string;
  readonly namespace: string;
  readonly revision: string;
  /** The time after which the sync is left as it is. */
  readonly seconds: number;
}

/** The end of a sync. */
export interface SyncAnswer {
  /** `Succeeded`, `Failed`, `Error`, or `Running` if the time was over. */
  readonly phase: string;
  readonly message: string;
  /** The moments at which steps ended, RFC 3339 with microseconds. A step writes one wave at most. */
  readonly stepEnds: readonly string[];
}

/** The program that drives the sync engine of Argo CD: its cache of the cluster is filled once. */
export class ArgoEngine {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: Interface;
  readonly #answers: AsyncIterator<string>;

  constructor(kubeconfig: string) {
    this.#child = spawn(peerPath("argo-engine"), ["--kubeconfig", kubeconfig], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#lines = createInterface({ input: this.#child.stdout });
    this.#answers = this.#lines[Symbol.asyncIterator]();
  }

  /** Syncs, one request at a time. Throws an Error if the program has ended. */
  async sync(request: SyncRequest): Promise<SyncAnswer> {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    const line = await this.#answers.next();
    if (line.done === true) {
      throw new Error("argo-engine has ended");
    }
    const answer: JsonValue = JSON.parse(line.value);
    return {
      phase: stringField(answer, "phase") ?? "",
      message: stringField(answer, "message") ?? "",
      stepEnds: field(answer, "stepEnds") === null ? [] : stringsField(answer, "stepEnds"),
    };
  }

  /** Ends the program. */
  end(): void {
    this.#child.stdin.end();
    this.#lines.close();
  }
}
