import type { EmptyPolicy } from "../../lib/forge/keep-comment.ts";

/** The parsed flags of `comment`. */
export interface CommentFlags {
  readonly github: boolean;
  readonly gitlab: boolean;
  readonly repository?: string;
  readonly number?: number;
  readonly apiUrl?: string;
  readonly tokenFile?: string;
  readonly tokenEnv?: string;
  readonly caFile?: string;
  readonly insecureHttp: boolean;
  readonly id: string;
  readonly ifEmpty: EmptyPolicy;
}
