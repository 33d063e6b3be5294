import type { Clock } from "../../async/clock.ts";
import { startServer, type Listening, type ServerIdentity } from "../server/server.ts";
import { ListenError } from "../server/listen-address.ts";
import { router } from "../server/router.ts";
import { admissionRoute, type AnswerReview } from "./admission-route.ts";

/** What serving reviews needs. */
export interface AdmissionFacts {
  readonly address: string;
  /** Reads the certificate and its key, anew each time: they are renewed. */
  readonly identity: () => Promise<ServerIdentity>;
  readonly answer: AnswerReview;
  readonly clock: Pick<Clock, "after">;
  /** Hears where it listens, when the certificate is renewed, and what went wrong. */
  readonly notice: (message: string, level: "note" | "warning") => void;
}

/** Milliseconds: a certificate that was renewed is shown this much later at most. */
const renewEvery = 30_000;

/** Serves reviews over TLS; the function given back ends that. Throws a ListenError. */
export async function serveAdmission(facts: AdmissionFacts): Promise<() => Promise<void>> {
  const identity = await facts.identity().catch((error: unknown) => {
    throw new ListenError(`the certificate of the webhook cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  });
  const server = await startServer(facts.address, router([admissionRoute(facts.answer)]), {
    clock: facts.clock,
    hosts: "any",
    identity,
    fault: (error) => {
      facts.notice(`a review could not be answered: ${messageOf(error)}`, "warning");
    },
  });
  facts.notice(`reviews at https://${hostOf(server)}:${server.port}/validate`, "note");
  const endRenewal = renewNowAndThen(server, identity, facts);
  return async () => {
    endRenewal();
    await server.close();
  };
}

/** Shows the certificate that is there by now, time and again; the function given back ends that. */
function renewNowAndThen(server: Listening, first: ServerIdentity, facts: AdmissionFacts): () => void {
  const { clock, notice } = facts;
  let shown = JSON.stringify(first);
  let isOver = false;
  const look = async (): Promise<void> => {
    try {
      const now = await facts.identity();
      if (JSON.stringify(now) !== shown) {
        server.renew(now);
        shown = JSON.stringify(now);
        notice("the certificate of the webhook was renewed", "note");
      }
    } catch (error) {
      notice(`the certificate of the webhook stays as it was: ${messageOf(error)}`, "warning");
    }
    lookLater();
  };
  let callOff: () => void;
  const lookLater = (): void => {
    if (!isOver) {
      callOff = clock.after(renewEvery, () => void look());
    }
  };
  callOff = clock.after(renewEvery, () => void look());
  return () => {
    isOver = true;
    callOff();
  };
}

function hostOf({ address }: Listening): string {
  return address.includes(":") ? `[${address}]` : address;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
