import type { JsonObject } from "../../object/json.ts";
import type { Call, Catalog } from "../model/cluster.ts";
import { untilAbort } from "../../async/abort.ts";
import { decodeJson } from "../request/json-body.ts";
import type { Sender } from "../request/sender.ts";
import { discoveryAccept, readAggregated, makeCatalog, type Findings, readLegacy } from "./catalog.ts";

interface Remembered {
  readonly tag: string;
  readonly findings: Findings;
}

/** A discovery in flight. */
interface RunningTask {
  readonly signal: AbortSignal;
  readonly catalog: Promise<Catalog>;
}

const roots = ["/api", "/apis"] as const;

/**
 * The server's API catalog: discovered once for all concurrent callers, and cached until a caller wants it
 * fresh.
 */
export class Discovery {
  readonly #sender: Sender;
  readonly #remembered = new Map<string, Remembered>();
  #known: Catalog | undefined;
  #runningTask: RunningTask | undefined;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Like `Cluster.discover`. A fresh catalog is never older than the call. */
  async discover(call: Call, fresh = false): Promise<Catalog> {
    if (this.#known !== undefined && !fresh) {
      return this.#known;
    }
    const earlier = this.#runningTask;
    if (earlier !== undefined && fresh) {
      // The one in flight may predate what the caller waits for; all callers after it share the next.
      await untilAbort(
        earlier.catalog.catch(() => {}),
        call.signal,
      );
    }
    return this.#board(call);
  }

  async #board(call: Call): Promise<Catalog> {
    for (;;) {
      const runningTask = (this.#runningTask ??= this.#takeOff(call));
      try {
        return await untilAbort(runningTask.catalog, call.signal);
      } catch (error) {
        // The abort of another caller is not ours.
        if (!runningTask.signal.aborted || call.signal.aborted) {
          throw error;
        }
      }
    }
  }

  #takeOff(call: Call): RunningTask {
    const catalog = this.#ask(call).finally(() => {
      this.#runningTask = undefined;
    });
    return { signal: call.signal, catalog };
  }

  async #ask(call: Call): Promise<Catalog> {
    this.#known = makeCatalog(await Promise.all(roots.map(async (root) => this.#askHalf(root, call))));
    return this.#known;
  }

  async #askHalf(root: string, call: Call): Promise<Findings> {
    const remembered = this.#remembered.get(root);
    const headers = {
      accept: discoveryAccept,
      "accept-encoding": "gzip",
      ...(remembered === undefined ? {} : { "if-none-match": remembered.tag }),
    };
    const answer = await this.#sender.send({ method: "GET", path: root, headers, repeatable: true }, call);
    if (answer.status === 304 && remembered !== undefined) {
      return remembered.findings;
    }
    const body = decodeJson(answer, `GET ${root}`);
    const findings =
      readAggregated(body) ?? (await readLegacy(body, async (path) => this.#fetch(path, call)));
    const { etag } = answer.headers;
    if (typeof etag === "string") {
      this.#remembered.set(root, { tag: etag, findings });
    }
    return findings;
  }

  async #fetch(path: string, call: Call): Promise<JsonObject> {
    return decodeJson(
      await this.#sender.send({ method: "GET", path, repeatable: true, patience: "short" }, call),
      `GET ${path}`,
    );
  }
}
