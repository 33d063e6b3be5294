import test from "ava";

import {
  factsAt,
  moduleOf,
  noon,
  releaseOf,
  sourceOf,
} from "../../../../fixtures/modules/enablement/module-model.ts";
import { channels, type GivenChannel } from "../../../../fixtures/modules/fetching/given-channels.ts";
import type { JsonObject } from "../../../object/json.ts";
import { ModuleObjects } from "../module-objects.ts";
import { releasesToFetch } from "./releases-to-fetch.ts";

const module = moduleOf("echo", { source: "test" }, "EnabledByModuleConfig", "EnabledByModuleManager");

function policyOf(spec: JsonObject): JsonObject {
  return {
    kind: "ModuleUpdatePolicy",
    metadata: { name: "all" },
    spec: { releaseChannel: "Alpha", moduleReleaseSelector: { labelSelector: {} }, ...spec },
  };
}

const fetches = test.macro({
  title: (_, { title }: GivenChannel) => title,
  exec: (
    t,
    { there = {}, channel, registry = [], rules = {}, policy, besides = [], ...wanted }: GivenChannel,
  ) => {
    const objects = new ModuleObjects([
      sourceOf("test", "echo"),
      module,
      policyOf(policy ?? {}),
      ...Object.entries(there).map(([version, phase]) => releaseOf("echo", version, { phase })),
      ...besides,
    ]);
    const observation = {
      channelVersion: channel,
      versions: [...registry, channel],
      rulesOf: (version: string) => rules[version],
    };
    const { versions, fault } = releasesToFetch(
      { module: "echo", source: "test", observation },
      objects,
      factsAt(noon),
    );
    t.deepEqual({ versions, fault }, { versions: wanted.versions, fault: wanted.fault });
  },
});

for (const row of channels) {
  test(fetches, row);
}

test("no release of an unknown module is fetched", (t) => {
  const observation = { channelVersion: "v1.0.0", versions: [], rulesOf: () => undefined };
  const answer = releasesToFetch(
    { module: "echo", source: "test", observation },
    new ModuleObjects(),
    factsAt(noon),
  );
  t.deepEqual(answer, { versions: [] });
});
