import test from "ava";

import {
  casesIn,
  type GivenPlatform,
  givenPlatform,
} from "../../../../fixtures/module-requirements/given-platform.ts";
import { unmetByDeckhouse, unmetByKubernetes } from "./check-platform.ts";

interface Case extends GivenPlatform {
  readonly title: string;
  readonly deckhouseUpdate?: string;
  readonly kubernetesUpdate?: string;
  readonly text: string | null;
}

const moved = test.macro({
  title: (_, { title, text }: Case) => `${title}: ${text === null ? "allowed" : "refused"}`,
  exec: (t, given: Case) => {
    const { deckhouseUpdate, kubernetesUpdate } = given;
    const platform = givenPlatform(given);
    const reasons = [
      deckhouseUpdate === undefined ? undefined : unmetByDeckhouse(deckhouseUpdate, platform),
      kubernetesUpdate === undefined ? undefined : unmetByKubernetes(kubernetesUpdate, platform),
    ];
    t.is(reasons.find((text) => text !== undefined) ?? null, given.text);
  },
});

const moves: readonly Case[] = JSON.parse(casesIn("platform.json"));
for (const given of moves) {
  test(moved, given);
}
