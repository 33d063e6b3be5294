import { compareText } from "../../../object/object-ref.ts";
import type { SyncEvent } from "../../../sync/sync-event.ts";
import type {
  ConfiguredUnit,
  Dashboard,
  NoticeView,
  Overview,
  OverviewChange,
  UnitDetails,
} from "./dashboard-state.ts";
import { shownText } from "./sanitize-state.ts";
import { driftWords, TrackedUnit } from "./tracked-unit.ts";

/** Options of the dashboard. */
export interface DashboardOptions {
  /** The name of the configuration. */
  readonly sync: string;
  /** This replica. */
  readonly identity: string;
  readonly units?: readonly ConfiguredUnit[];
}

const mostNotices = 50;

/** Creates an empty dashboard. */
export function createDashboard(options: DashboardOptions): Dashboard {
  const book = new Book(options);
  book.configure(options.units ?? []);
  return {
    emit: (event) => {
      book.emit(event);
    },
    configure: (units) => {
      book.configure(units);
    },
    overview: () => book.overview(),
    overviewSince: (version) => book.overviewSince(version),
    unit: (name) => book.unit(name),
    version: (unit) => book.versions.get(unit) ?? 0,
    subscribe: (listener) => book.subscribe(listener),
  };
}

/** An event that belongs to a unit. */
type UnitEvent = Exclude<SyncEvent, { readonly type: "members" | "notice" | "removed" | "looked" }>;

class Book {
  readonly versions = new Map<string, number>();
  readonly #options: DashboardOptions;
  readonly #units = new Map<string, TrackedUnit>();
  readonly #listeners = new Set<(unit: string) => void>();
  #members: readonly string[] = [];
  #keeps: ReadonlySet<string> | undefined;
  #notices: readonly NoticeView[] = [];
  /** The versions of the overview that have the last change of each unit, and of the notices. */
  readonly #changedIn = new Map<string, number>();
  #noticedIn = 0;

  constructor(options: DashboardOptions) {
    this.#options = options;
  }

  configure(units: readonly ConfiguredUnit[]): void {
    for (const unit of units) {
      this.#record(unit.name).configure(unit);
      this.#touch(unit.name);
    }
    this.#touch("");
  }

  subscribe(listener: (unit: string) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  overview(): Overview {
    const records = [...this.#units.values()].toSorted((left, right) => compareText(left.name, right.name));
    return {
      sync: this.#options.sync,
      identity: this.#options.identity,
      members: this.#members,
      units: records.map((record) => record.glance(this.#keeperOf(record.name))),
      notices: this.#notices,
    };
  }

  overviewSince(version: number): OverviewChange {
    const changed = [...this.#changedIn].filter(([, at]) => at > version).map(([name]) => name);
    const records = changed.flatMap((name) => this.#units.get(name) ?? []);
    return {
      sync: this.#options.sync,
      identity: this.#options.identity,
      members: this.#members,
      units: records.map((record) => record.glance(this.#keeperOf(record.name))),
      removed: changed.filter((name) => !this.#units.has(name)),
      ...(this.#noticedIn > version ? { notices: this.#notices } : {}),
    };
  }

  unit(name: string): UnitDetails | undefined {
    return this.#units.get(name)?.board(this.#keeperOf(name));
  }

  emit(event: SyncEvent): void {
    if (event.type === "members") {
      this.#members = event.members.toSorted(compareText);
      this.#keeps = new Set(event.keeps);
      for (const name of this.#units.keys()) {
        this.#touch(name);
      }
    } else if (event.type === "notice") {
      this.#notice(event);
    } else if (event.type === "looked") {
      return;
    } else if (event.type === "removed") {
      this.#units.delete(event.unit);
      this.#touch(event.unit);
      this.#note(event.at, "note", removalWords(event));
    } else {
      this.#onUnitEvent(event);
    }
    this.#touch("");
  }

  /** Ignores events of a run whose unit has been removed since, so that the unit does not come back. */
  #onUnitEvent(event: UnitEvent): void {
    const name = unitOf(event);
    const known = event.type === "state" || event.type === "runBegun" || this.#units.has(name);
    if (known) {
      recordInto(this.#record(name), event, this.#nextVersion());
      this.#touch(name);
    }
  }

  #notice({ at, level, unit, message }: Extract<SyncEvent, { readonly type: "notice" }>): void {
    const record = unit === undefined ? undefined : this.#units.get(unit);
    if (record === undefined) {
      this.#note(at, level, message);
    } else {
      record.report(at, level, message);
      this.#touch(record.name);
    }
  }

  #note(at: number, level: NoticeView["level"], message: string): void {
    this.#notices = [{ at, level, message: shownText(message) }, ...this.#notices].slice(0, mostNotices);
    this.#noticedIn = this.#nextVersion();
  }

  #record(name: string): TrackedUnit {
    const record = this.#units.get(name) ?? new TrackedUnit(name);
    this.#units.set(name, record);
    return record;
  }

  #keeperOf(name: string): string | undefined {
    return this.#keeps?.has(name) === true ? this.#options.identity : undefined;
  }

  /** The version of the overview that will have the change under way: each ends with a touch of it. */
  #nextVersion(): number {
    return (this.versions.get("") ?? 0) + 1;
  }

  #touch(unit: string): void {
    if (unit !== "") {
      this.#changedIn.set(unit, this.#nextVersion());
    }
    this.versions.set(unit, (this.versions.get(unit) ?? 0) + 1);
    for (const listener of this.#listeners) {
      listener(unit);
    }
  }
}

function unitOf(event: UnitEvent): string {
  if ("run" in event) {
    return event.run.unit;
  }
  return "state" in event ? event.state.name : event.unit;
}

/** `version` differs from event to event. */
function recordInto(record: TrackedUnit, event: UnitEvent, version: number): void {
  if (event.type === "state") {
    record.setState(event.state);
  } else if (event.type === "runBegun") {
    record.begin(event.run, version);
  } else if ("run" in event) {
    record.emit(event);
  } else {
    record.report(event.at, ...newFaultsOf(event));
  }
}

type NoticeEvent = Extract<
  UnitEvent,
  { readonly type: "revision" | "sourceFailed" | "sourceBack" | "drift" | "fight" | "fightOver" }
>;

function newFaultsOf(event: NoticeEvent): readonly [NoticeView["level"], string] {
  if (event.type === "drift") {
    return ["warning", driftWords(event.drifts)];
  }
  if (event.type === "fight") {
    const rivals = event.rivals.join(", ");
    return ["error", `fight over ${event.key}: ${rivals} keeps reverting it; corrections are paused`];
  }
  if (event.type === "fightOver") {
    const end = event.isRemoved === true ? "it is no longer applied" : "corrections continue";
    return ["note", `fight over ${event.key} is over; ${end}`];
  }
  return sourceNoticesOf(event);
}

type SourceEvent = Extract<NoticeEvent, { readonly type: "revision" | "sourceFailed" | "sourceBack" }>;

function sourceNoticesOf(event: SourceEvent): readonly [NoticeView["level"], string] {
  if (event.type === "revision") {
    return ["note", `new revision ${event.revision.commit.slice(0, 7)}: ${event.revision.subject}`];
  }
  return event.type === "sourceFailed"
    ? ["error", `cannot read git: ${event.message}`]
    : ["note", "git can be read again"];
}

function removalWords({ unit, policy }: Extract<SyncEvent, { readonly type: "removed" }>): string {
  const objects = policy === "orphan" ? "its objects are kept" : "its objects are being deleted";
  return `${unit} is no longer configured; ${objects}`;
}
