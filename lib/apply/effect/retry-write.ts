import { ApiError, isNotFound } from "../../client/model/api-error.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import { fieldOrigin } from "../../manifest/locate-field.ts";
import type { Path, JsonObject } from "../../object/json.ts";
import { formatOrigin } from "../../object/diagnostic/source-text.ts";
import { attemptDelay } from "../model/run-context.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { classifyRejection, type ExpectedDependencies, type Remedy } from "../model/classify-rejection.ts";
import type { EffectContext } from "../model/task.ts";
import { errorMessage } from "../../object/bug-error.ts";
import type { Place } from "../../client/model/cluster.ts";
import { refOf } from "../../object/metadata.ts";
import { isRefusal } from "../model/outcome.ts";

/** The write to retry, and its recovery. */
export interface RetriedWrite<Done> {
  readonly prospects: ExpectedDependencies;
  readonly act: () => Promise<Done>;
  /**
   * Repairs what can be repaired, such as conflicts and immutable fields. Returns whether to try again at
   * once.
   */
  readonly repair?: (remedy: Remedy, error: ApiError) => Promise<boolean>;
}

/**
 * Retries until it succeeds, as long as the refusals are such that the next attempt may be accepted. Throws
 * the one that is not.
 */
export async function retryWrite<Done>(
  attempt: RetriedWrite<Done>,
  deps: EffectDeps,
  acting: EffectContext,
): Promise<Done> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt.act();
    } catch (error) {
      const remedy = classifyRejection(error, attempt.prospects);
      const repaired =
        error instanceof ApiError && attempt.repair !== undefined && (await attempt.repair(remedy, error));
      if (!repaired) {
        await waitOrThrow(error, { remedy, count }, { deps, acting });
      }
    }
  }
}

async function waitOrThrow(
  error: unknown,
  { remedy, count }: { readonly remedy: Remedy; readonly count: number },
  { deps, acting }: { readonly deps: EffectDeps; readonly acting: EffectContext },
): Promise<void> {
  const { signal } = acting;
  if (remedy !== "again" && remedy !== "rediscover") {
    throw error;
  }
  const { context, kinds } = deps;
  const delay = attemptDelay(count, context);
  acting.retry(errorMessage(error), delay);
  await context.clock.sleep(delay, signal);
  await acting.resume?.();
  if (signal.aborted) {
    throw error;
  }
  if (remedy === "rediscover") {
    await refreshed(kinds, signal);
  }
}

/** Refreshes discovery. A failure to do so says nothing about the object: it is tried once more. */
async function refreshed(kinds: EffectDeps["kinds"], signal: AbortSignal): Promise<void> {
  try {
    await kinds.refresh({ signal });
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
  }
}

/** The server's message with the place in the manifest that it refers to: file, line and column. */
export function withOrigin(error: unknown, manifest: Manifest): Error {
  if (!(error instanceof Error)) {
    return new Error(String(error));
  }
  const place = placeOfRefusal(error, manifest);
  return place === "" ? error : new Error(`${error.message}${place}`, { cause: error });
}

/** Returns the place in the manifest that a refusal refers to, ` (set.yaml:6:3)`; empty without a file. */
export function placeOfRefusal(error: unknown, manifest: Manifest): string {
  if (manifest.document.source.text === "") {
    return "";
  }
  const causes = error instanceof ApiError ? error.causes : [];
  const field = causes.find((cause) => cause.field !== "")?.field ?? "";
  return ` (${formatOrigin(fieldOrigin(manifest, parseField(field), "value"))})`;
}

/**
 * Parses `spec.containers[0].image` and `metadata.labels[a.b/c]` into steps; the key of a keyed list ends it.
 */
function parseField(field: string): Path {
  const path: (string | number)[] = [];
  for (const [, name, index] of field.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    if (name !== undefined) {
      path.push(name);
    } else if (index !== undefined) {
      path.push(/^\d+$/.test(index) ? Number(index) : index);
    }
  }
  return path;
}

/** The place of an object; undefined if its kind is not served. */
export function servedPlace(live: JsonObject, { kinds }: Pick<EffectDeps, "kinds">): Place | undefined {
  const { namespace, name, ...kind } = refOf(live);
  const resource = kinds.find(kind);
  return resource && { resource, namespace, name };
}

/**
 * Reads an object once for all its listeners. If it may not be read, the watch will report it, or the
 * object's timeout ends the wait.
 */
export async function readAgain(live: JsonObject, deps: EffectDeps): Promise<void> {
  const { liveObjects, context } = deps;
  const place = servedPlace(live, deps);
  if (place === undefined) {
    return;
  }
  try {
    liveObjects.take(await context.cluster.get(place, { signal: context.signal }));
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    if (isNotFound(error)) {
      liveObjects.takeGone(live);
    }
  }
}
