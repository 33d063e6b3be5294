import { Agent } from "node:https";
import type { Duplex } from "node:stream";

/** An option of requests besides those of Node. */
export interface OpenedOption {
  /** Receives the connection that is opened for the request, before a tunnel through it exists. */
  readonly opened: (connection: Duplex) => void;
}

/**
 * An agent that shows connections to requests early. While a proxy opens a tunnel, Node neither closes the
 * connection of a request that is destroyed, nor reports its end.
 */
export class TunnelAgent extends Agent {
  override createConnection(
    ...words: Parameters<Agent["createConnection"]>
  ): ReturnType<Agent["createConnection"]> {
    const connection = super.createConnection(...words);
    const [options] = words;
    if (connection && "opened" in options && typeof options.opened === "function") {
      options.opened(connection);
    }
    return connection;
  }
}
