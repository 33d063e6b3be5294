import { isExternalError } from "../../client/model/api-error.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { ObjectChange } from "../rules/module-objects.ts";
import type { ControllerOptions } from "./controller-options.ts";
import { emitChangeNotices } from "./change-notices.ts";
import { writeObjectChange } from "./write-object.ts";

/** Dependencies of the change writer. */
export type ObjectWriterOptions = Pick<ControllerOptions, "clock" | "cluster" | "emit" | "signal">;

/** Writes decided changes, and reports those that were stored. */
export class ChangeWriter {
  readonly #options: ObjectWriterOptions;
  /** The last reported error of objects that could not be written, by kind and name. */
  readonly #refused = new Map<string, string>();

  constructor(options: ObjectWriterOptions) {
    this.#options = options;
  }

  /**
   * Writes changes: first additions, then those that make room for them, so that an interruption may leave a
   * module with two versions, which recovers, but never without one. Returns whether all of them were stored.
   * An external failure is reported once until its message changes; only bugs are thrown.
   */
  async write(changes: readonly ObjectChange[]): Promise<boolean> {
    const [going, coming] = [changes.filter(makesRoom), changes.filter((change) => !makesRoom(change))];
    return (await this.#writeAll(coming)) && (await this.#writeAll(going));
  }

  async #writeAll(changes: readonly ObjectChange[]): Promise<boolean> {
    const { clock, emit } = this.#options;
    const written = await Promise.all(changes.map(async (change) => this.#writeOne(change)));
    const stored = changes.filter((_, index) => written[index] === true);
    emitChangeNotices(stored, (message, module) => {
      emit({ type: "notice", at: clock.now(), level: "note", message, unit: module });
    });
    return stored.length === changes.length;
  }

  async #writeOne(change: ObjectChange): Promise<boolean> {
    const { cluster, signal } = this.#options;
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
    const { clock, emit } = this.#options;
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

/** Reports whether the change removes an object, or ends the deployment of a release. */
function makesRoom(change: ObjectChange): boolean {
  return (
    change.type === "remove" || (change.kind === "ModuleRelease" && phaseOf(change.before) === "Deployed")
  );
}

function phaseOf(object: JsonObject | undefined): string | undefined {
  return stringField(objectField(object, "status"), "phase");
}
