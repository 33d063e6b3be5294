import type { JsonObject } from "../../object/json.ts";

/** One field that the server objected to. */
export interface StatusCause {
  /** `FieldValueInvalid`, `FieldManagerConflict`, … */
  readonly reason: string;
  readonly message: string;
  /** `spec.clusterIP`; for a conflict `.spec.replicas`. Empty where it names none. */
  readonly field: string;
}

/** The refusal of a request, as the server's Status object tells it. */
export class ApiError extends Error {
  /** The HTTP status code. */
  readonly status: number;
  /** `NotFound`, `Forbidden`, `Conflict`, `Invalid`, …; empty where the answer was no Status. */
  readonly reason: string;
  readonly causes: readonly StatusCause[];
  /** Milliseconds after which the server asks to be asked again. */
  readonly retryAfter: number | undefined;
  /** The Status as it came, where it was one. */
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

/** Whether the server has answered that there is no such object, namespace or kind (404). */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** The same refusal in other words. */
export function rephrased(error: ApiError, message: string): ApiError {
  const { status, reason, causes, retryAfter, body } = error;
  return new ApiError(message, { status, reason, causes, retryAfter, body });
}

/** The server did not answer: no route, refused, a reset or a time that ran out. */
export class UnreachableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnreachableError";
  }
}

/**
 * What the user gave to reach a cluster with (kubeconfig, context, exec plugin, proxy, certificate) cannot be
 * used, now or later. The message names it and the remedy.
 */
export class AccessError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AccessError";
  }
}

/** Whether it is the world that fails, not we: the server has refused, or could not be asked. */
export function isExternalError(error: unknown): error is ApiError | UnreachableError | AccessError {
  return error instanceof ApiError || error instanceof UnreachableError || error instanceof AccessError;
}
