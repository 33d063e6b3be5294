import test from "ava";

import {
  casesIn,
  type ToldLandscape,
  toldLandscape,
} from "../../../fixtures/module-requirements/told-landscape.ts";
import { unmetByDeckhouse, unmetByKubernetes } from "./check-platform.ts";

interface Case extends ToldLandscape {
  readonly title: string;
  readonly deckhouseUpdate?: string;
  readonly kubernetesUpdate?: string;
  readonly text: string | null;
}

const moved = test.macro({
  title: (_, { title, text }: Case) => `${text === null ? "allowed" : "refused"} is ${title}`,
  exec: (t, told: Case) => {
    const { deckhouseUpdate, kubernetesUpdate } = told;
    const landscape = toldLandscape(told);
    const said = [
      deckhouseUpdate === undefined ? undefined : unmetByDeckhouse(deckhouseUpdate, landscape),
      kubernetesUpdate === undefined ? undefined : unmetByKubernetes(kubernetesUpdate, landscape),
    ];
    t.is(said.find((text) => text !== undefined) ?? null, told.text);
  },
});

const moves: readonly Case[] = JSON.parse(casesIn("platform.json"));
for (const told of moves) {
  test(moved, told);
}
