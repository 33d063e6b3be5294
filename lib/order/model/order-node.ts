import type { HookEvent } from "../../annotation/directives.ts";
import type { Stage } from "./edge.ts";

/** One appearance of an object in a run. A hook of two events of the same action appears twice. */
export interface OrderNode {
  /** Index of its manifest in the set. */
  readonly manifest: number;
  readonly stage: Stage;
  readonly hook: HookEvent | null;
  readonly weight: number;
  /** Somebody wrote the weight: the object stays at it. */
  readonly weightWritten: boolean;
  /** Its deploy-dependencies alone say when it starts (werf). */
  readonly freed: boolean;
  /** A CustomResourceDefinition without a weight: it goes first in the main stage. */
  readonly first: boolean;
}
