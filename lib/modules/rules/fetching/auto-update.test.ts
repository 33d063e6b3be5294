import { readFileSync } from "node:fs";
import { join } from "node:path";

import test from "ava";

import {
  configOf,
  factsAt,
  hour,
  noon,
  sourceOf,
} from "../../../../fixtures/modules/enablement/module-model.ts";
import { stringField } from "../../../object/json.ts";
import { parseVersion } from "../../../object/semver/version.ts";
import { handleModules } from "../enablement/reconcile-modules.ts";
import { ModuleObjects } from "../module-objects.ts";
import { moduleReleaseFor } from "./module-release-for.ts";
import { releasesToFetch } from "./releases-to-fetch.ts";
import { sourceStatus } from "./source-status.ts";

/** An event at an hour, and the releases that exist after it. */
interface Event {
  readonly at: number;
  readonly enabled?: boolean;
  readonly channel?: string;
  readonly deployed?: string;
  readonly releases: readonly string[];
}

interface Scenario {
  readonly title: string;
  readonly events: readonly Event[];
}

const file = join(import.meta.dirname, "../../../../fixtures/modules/fetching/auto-update.json");
const scenarios: readonly Scenario[] = JSON.parse(readFileSync(file, "utf8"));
const registry = ["v0.9.0", "v1.0.0", "v1.1.0", "v1.1.1"];

for (const { title, events } of scenarios) {
  test(title, (t) => {
    const objects = new ModuleObjects([sourceOf("test")]);
    let channel = "";
    for (const [step, event] of events.entries()) {
      channel = event.channel ?? channel;
      applyEvent(event, objects);
      control(channel, objects, noon + event.at * hour);
      t.deepEqual(releasesIn(objects), event.releases, `event ${step}`);
      objects.settle();
      control(channel, objects, noon + event.at * hour);
      t.deepEqual(objects.changes(), [], `event ${step}: no news, no writes`);
    }
  });
}

/** Deploying is the task of the release rules, so the event states it. */
function applyEvent({ enabled, deployed }: Event, objects: ModuleObjects): void {
  if (enabled !== undefined) {
    objects.put(configOf("echo", { enabled }));
  }
  for (const { version, phase, object } of deployed === undefined ? [] : objects.releasesOf("echo")) {
    if (version.original === deployed) {
      objects.put({ ...object, status: { phase: "Deployed" } });
    } else if (phase === "Deployed") {
      objects.put({ ...object, status: { phase: "Superseded" } });
    }
  }
}

/** One round of all controllers around a source. */
function control(channelVersion: string, objects: ModuleObjects, now: number): void {
  const facts = factsAt(now);
  sourceStatus("test", { modules: ["echo"], message: "" }, objects);
  handleModules(objects, facts);
  const observation = { channelVersion, versions: registry, rulesOf: () => undefined };
  for (const text of releasesToFetch({ module: "echo", source: "test", observation }, objects, facts)
    .versions) {
    const version = parseVersion(text);
    if (version !== undefined) {
      const origin = { module: "echo", source: "test", version, digest: "", definition: undefined };
      objects.put(moduleReleaseFor({ ...origin, cause: "step-by-step", changelog: undefined }, objects));
    }
  }
}

function releasesIn(objects: ModuleObjects): readonly string[] {
  return objects.releasesOf("echo").map(({ version, object }) => {
    const phase = stringField(object["status"], "phase") ?? "Pending";
    return `${version.original} ${phase}`;
  });
}
