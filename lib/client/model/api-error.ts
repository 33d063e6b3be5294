import type { JsonObject } from "../../object/json.ts";

/** One field that the server objected to. */
export interface StatusCause {
  /** `FieldValueInvalid`, `FieldManagerConflict`, … */
  readonly reason: string;
  readonly message: string;
  /** `spec.clusterIP`; for a conflict `.spec.replicas`. Empty if it names none. */
  readonly field: string;
}

/** The refusal of a request, as in the server's Status object. */
export class ApiError extends Error {
  /** The HTTP status code. */
  readonly status: number;
  /** `NotFound`, `Forbidden`, `Conflict`, `Invalid`, …; empty if the response was not a Status. */
  readonly reason: string;
  readonly causes: readonly StatusCause[];
  /** Milliseconds after which the server asks for a retry. */
  readonly retryAfter: number | undefined;
  /** The Status as received, if it was one. */
  readonly body: JsonObject | undefined;

  constructor(
    message: string,
    facts: {
      readonly status: number;
      readonly reason?: string;
      readonly causes?: readonly StatusCause[];
      readonly retryAfter?: number | undefined;
      readonly body?: JsonObject | undefined;
    },
  ) {
    super(message);
    this.name = "ApiError";
    this.status = facts.status;
    this.reason = facts.reason ?? "";
    this.causes = facts.causes ?? [];
    this.retryAfter = facts.retryAfter;
    this.body = facts.body;
  }
}

/** Reports whether the server has answered that there is no such object, namespace or kind (404). */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** The same refusal with another message. */
export function rephrased(error: ApiError, message: string): ApiError {
  const { status, reason, causes, retryAfter, body } = error;
  return new ApiError(message, { status, reason, causes, retryAfter, body });
}

/** The server did not respond: no route, refused, a reset or a timeout. */
export class UnreachableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnreachableError";
  }
}

/**
 * A user setting for reaching the cluster (kubeconfig, context, exec plugin, proxy, certificate) is unusable,
 * now and later. The message names it and the remedy.
 */
export class AccessError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AccessError";
  }
}

/**
 * Reports whether the cause is external, not a bug: the server has refused the request, or could not be
 * reached.
 */
export function isExternalError(error: unknown): error is ApiError | UnreachableError | AccessError {
  return error instanceof ApiError || error instanceof UnreachableError || error instanceof AccessError;
}
