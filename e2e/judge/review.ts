import type { BuiltinSchemas } from "../../lib/validate/builtin/builtin-schemas.ts";
import type { Api } from "../control-plane/api.ts";
import { type JudgedCase, subjectOf, withSubject } from "./judged-case.ts";
import { knownDifference } from "./known-differences.ts";
import { offlineVerdict } from "./offline-verdict.ts";
import { partsOf, replaceIn } from "./parts.ts";
import { isValid } from "./public-verdict.ts";
import { serverVerdict } from "./server-verdict.ts";
import { difference, type Verdict } from "./verdict.ts";

/** Both sides that judge a case. */
export interface ReviewContext {
  readonly api: Api;
  /** The built-in kinds of the server's minor version. */
  readonly builtin: BuiltinSchemas;
}

/** Both answers to a case. */
export interface Review {
  readonly judged: JudgedCase;
  readonly server: Verdict;
  readonly offline: Verdict;
  /** Their difference; absent if they agree. */
  readonly difference?: string;
  /** The known difference that explains it. */
  readonly known?: string;
}

/**
 * Asks the server and validates offline; an unexplained difference is first reduced to a small case. Nothing
 * is stored.
 */
export async function review(judged: JudgedCase, context: ReviewContext): Promise<Review> {
  const result = await reviewOnce(judged, context).catch((error: unknown) => {
    throw new Error(`${judged.name}: the server has no answer`, { cause: error });
  });
  return isNew(result) ? shrink(result, context) : result;
}

async function reviewOnce(judged: JudgedCase, { api, builtin }: ReviewContext): Promise<Review> {
  const method = judged.old === undefined ? "POST" : "PUT";
  const server = await serverVerdict(api, { method, path: judged.path, body: subjectOf(judged) });
  const offline = offlineVerdict(judged, builtin);
  const found = difference(server, offline) ?? publicDifference(judged, server, builtin);
  if (found === undefined) {
    return { judged, server, offline };
  }
  const known = knownDifference({ judged, server, offline })?.name;
  return { judged, server, offline, difference: found, ...(known === undefined ? {} : { known }) };
}

/**
 * The difference between `converge validate` and the strict server. It ignores the previous state of a CRD.
 */
function publicDifference(judged: JudgedCase, server: Verdict, builtin: BuiltinSchemas): string | undefined {
  if (judged.object === undefined && judged.old !== undefined) {
    return undefined;
  }
  const isTaken = server.faults.length === 0 && server.unknown.length === 0;
  return isTaken === isValid(judged, builtin) ? undefined : "public verdict";
}

function isNew({ difference: found, known }: Review): boolean {
  return found !== undefined && known === undefined;
}

/** The number of smaller cases to try. */
const mostTries = 120;

/** Fields without which an object is not a valid case. */
const kept: ReadonlySet<string> = new Set([
  "apiVersion",
  "kind",
  "metadata",
  "metadata.name",
  "metadata.resourceVersion",
  "spec",
]);

/** Removes the parts that the difference does not need, the largest first. */
async function shrink(found: Review, context: ReviewContext): Promise<Review> {
  let smallest = found;
  let tries = 0;
  let isSmaller = true;
  while (isSmaller) {
    isSmaller = false;
    const subject = subjectOf(smallest.judged);
    const paths = partsOf(subject).map(([path]) => path);
    for (const path of paths.toSorted((left, right) => left.length - right.length)) {
      if (kept.has(path.join(".")) || path.length === 0 || tries >= mostTries) {
        continue;
      }
      tries += 1;
      const without = withSubject(
        smallest.judged,
        replaceIn(subject, path, () => undefined),
      );
      const tried = await reviewOnce(without, context).catch(() => undefined);
      if (tried !== undefined && isNew(tried) && tried.difference === found.difference) {
        smallest = tried;
        isSmaller = true;
        break;
      }
    }
  }
  return smallest;
}
