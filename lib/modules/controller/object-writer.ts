import { isExternalError, ApiError, isNotFound } from "../../client/model/api-error.ts";
import { type JsonObject, objectField, stringField, field, sameJson } from "../../object/json.ts";
import type { ObjectChange } from "../rules/module-objects.ts";
import type { ControllerOptions } from "./controller-options.ts";
import { emitChangeNotices } from "./change-notices.ts";
import type { Cluster, Place } from "../../client/model/cluster.ts";
import { metadataOf } from "../../object/metadata.ts";
import { moduleResource } from "./module-resource.ts";

/** Dependencies of the change writer. */
type ObjectWriterOptions = Pick<ControllerOptions, "clock" | "cluster" | "emit" | "signal">;

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

/** The field manager of the controllers' writes. */
const moduleManager = "converge-modules";

const conflict = 409;

/**
 * Writes the change to one object: its fields and its status in one request each, and only if they differ. A
 * conflicting write is not an error: the watch delivers it, and the decision is made again. Returns whether
 * the change is stored. Throws ApiError and UnreachableError.
 */
async function writeObjectChange(
  change: ObjectChange,
  cluster: Cluster,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await (change.type === "remove" ? remove(change, cluster, signal) : write(change, cluster, signal));
    return true;
  } catch (error) {
    if (!isNotFound(error) && !(error instanceof ApiError && error.status === conflict)) {
      throw error;
    }
    return change.type === "remove" && isNotFound(error);
  }
}

async function remove(
  { kind, name, before }: ObjectChange & { type: "remove" },
  cluster: Cluster,
  signal: AbortSignal,
): Promise<void> {
  const place: Place = { resource: moduleResource(kind), namespace: "", name };
  const uid = stringField(metadataOf(before), "uid");
  const options = { propagation: "Background", ...(uid === undefined ? {} : { uid }) } as const;
  await cluster.delete(place, { signal, options });
}

async function write(
  { kind, name, object, before }: ObjectChange & { type: "write" },
  cluster: Cluster,
  signal: AbortSignal,
): Promise<void> {
  const resource = moduleResource(kind);
  const place: Place = { resource, namespace: "", name };
  const call = { signal, options: { fieldManager: moduleManager } };
  const full = { ...object, apiVersion: `${resource.group}/${resource.version}`, kind };
  let stored = before;
  if (before === undefined) {
    stored = (await cluster.create(place, full, call)).object;
  } else if (!sameJson(withoutStatus(before), withoutStatus(object))) {
    stored = (await cluster.replace(place, full, call)).object;
  }
  const status = field(object, "status");
  if (status !== undefined && !sameJson(field(before, "status"), status)) {
    const metadata = metadataOf(stored);
    await cluster.replace({ ...place, subresource: "status" }, { ...full, metadata }, call);
  }
}

function withoutStatus(object: JsonObject): JsonObject {
  const { status: _, apiVersion: __, ...rest } = object;
  return rest;
}
