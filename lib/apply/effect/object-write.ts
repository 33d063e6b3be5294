import type { Manifest } from "../../manifest/manifest.ts";
import type { JsonObject } from "../../object/json.ts";
import type { Patch } from "../../client/model/cluster.ts";
import type { Transfer } from "./field-ownership-transfer.ts";
import type { ReadinessOptions } from "../observe/readiness-watch.ts";

/** An object to be written. */
export interface ObjectWrite {
  readonly manifest: Manifest;
  /** As it is sent. */
  readonly sent: JsonObject;
  /** Whether it carries the label of the release, by which it is watched. */
  readonly labelled: boolean;
  /** As it stood when the run was decided; undefined where it did not. */
  readonly live: JsonObject | undefined;
  /** Gives the fields of client-side managers to converge, and gives up ceded ones, before the write. */
  readonly migration?: Patch;
  /** Which fields change hands; nothing but those of client-side managers where it is not given. */
  readonly transfer?: Transfer;
  /** It is deleted before it is made, as hooks are. */
  readonly replaces: boolean;
  /** It may be deleted and made anew where it cannot be changed. */
  readonly recreatable: boolean;
  /** As it is sent where nothing stands there any more; left out where that is the same. */
  readonly sentAnew?: JsonObject;
  /** It is to be as it was applied until the run ends, as hooks are not. */
  readonly isKept?: boolean;
  /** It is not waited for until it is ready. */
  readonly unawaited: boolean;
  /** How it is judged while it is waited for. */
  readonly judging?: ReadinessOptions;
  /** For what this run may have made before, as it does with a hook of two events: the uid of that. */
  readonly madeBefore?: () => string | undefined;
}
