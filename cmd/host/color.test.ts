import test from "ava";

import { type ColorMode, wantsColor } from "./color.ts";

interface Case {
  readonly mode?: ColorMode;
  readonly terminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const colours = test.macro({
  title: (_, given: Case, wanted: boolean) =>
    `output is ${wanted ? "coloured" : "not coloured"} with ${JSON.stringify(given)}`,
  exec: (t, { mode = "auto", terminal = false, env = {} }: Case, wanted: boolean) => {
    const output = { write: () => {}, isTerminal: terminal, width: terminal ? 80 : undefined };
    t.is(wantsColor(mode, output, { env }), wanted);
  },
});

test(colours, { terminal: true }, true);
test(colours, { terminal: false }, false);
test(colours, { mode: "always", env: { NO_COLOR: "1" } }, true);
test(colours, { mode: "never", terminal: true, env: { FORCE_COLOR: "1" } }, false);
test(colours, { terminal: true, env: { NO_COLOR: "1" } }, false);
test(colours, { terminal: true, env: { NO_COLOR: "" } }, true);
test(colours, { env: { FORCE_COLOR: "1", NO_COLOR: "1" } }, true);
test(colours, { terminal: true, env: { FORCE_COLOR: "0" } }, false);
test(colours, { env: { CLICOLOR_FORCE: "1" } }, true);
test(colours, { env: { CLICOLOR_FORCE: "0" } }, false);
test(colours, { terminal: true, env: { CLICOLOR: "0" } }, false);
test(colours, { terminal: true, env: { TERM: "dumb" } }, false);
