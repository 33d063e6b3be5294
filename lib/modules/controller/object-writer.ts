import { isExternalError } from "../../client/model/api-error.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { ObjectChange } from "../rules/module-objects.ts";
import type { ControllerFacts } from "./controller-options.ts";
import { emitChangeNotices } from "./change-notices.ts";
import { writeObjectChange } from "./write-object.ts";

/** What writing takes. */
export type WriteFacts = Pick<ControllerFacts, "clock" | "cluster" | "emit" | "signal">;

/** Writes what is decided, and tells what is new by that. */
export class ChangeWriter {
  readonly #facts: WriteFacts;
  /** What was told of objects that could not be written, by kind and name. */
  readonly #refused = new Map<string, string>();

  constructor(facts: WriteFacts) {
    this.#facts = facts;
  }

  /**
   * Writes them: first what comes, then what makes room for it, so that what is cut off in the middle leaves
   * a module with two versions, which heals, and never without one. Tells whether all of it is stored. What
   * the world refuses is told, once until it is otherwise; only bugs are thrown.
   */
  async write(changes: readonly ObjectChange[]): Promise<boolean> {
    const [going, coming] = [changes.filter(makesRoom), changes.filter((change) => !makesRoom(change))];
    return (await this.#writeAll(coming)) && (await this.#writeAll(going));
  }

  async #writeAll(changes: readonly ObjectChange[]): Promise<boolean> {
    const { clock, emit } = this.#facts;
    const written = await Promise.all(changes.map(async (change) => this.#writeOne(change)));
    const stored = changes.filter((_, index) => written[index] === true);
    emitChangeNotices(stored, (message, module) => {
      emit({ type: "notice", at: clock.now(), level: "note", message, unit: module });
    });
    return stored.length === changes.length;
  }

  async #writeOne(change: ObjectChange): Promise<boolean> {
    const { cluster, signal } = this.#facts;
    const key = `${change.kind} ${change.name}`;
    try {
      const isStored = await writeObjectChange(change, cluster, signal);
      this.#refused.delete(key);
      return isStored;
    } catch (error) {
      if (!signal.aborted && !isExternalError(error)) {
        throw error;
      }
      if (!signal.aborted && error instanceof Error) {
        this.#report(key, error.message);
      }
      return false;
    }
  }

  #report(key: string, reason: string): void {
    const { clock, emit } = this.#facts;
    if (this.#refused.get(key) !== reason) {
      this.#refused.set(key, reason);
      emit({
        type: "notice",
        at: clock.now(),
        level: "error",
        message: `${key} could not be written: ${reason}`,
      });
    }
  }
}

/** A release that is not deployed any more, or an object that goes. */
function makesRoom(change: ObjectChange): boolean {
  return (
    change.type === "remove" || (change.kind === "ModuleRelease" && phaseOf(change.before) === "Deployed")
  );
}

function phaseOf(object: JsonObject | undefined): string | undefined {
  return stringField(objectField(object, "status"), "phase");
}
