import type { HookEvent } from "../../annotation/directives.ts";
import type { Stage } from "./edge.ts";

/** One appearance of an object in a run. A hook of two events of the same action appears twice. */
export interface OrderNode {
  /** The index of its manifest in the set. */
  readonly manifest: number;
  readonly stage: Stage;
  readonly hook: HookEvent | null;
  readonly weight: number;
  /** The weight is specified: the object stays at it. */
  readonly weightWritten: boolean;
  /** Only its deploy dependencies decide when it starts (werf). */
  readonly freed: boolean;
  /** A CRD without a weight: it goes first in the main stage. */
  readonly first: boolean;
}
