/**
 * Searches for texts that the manifest readers need more than linear time for. `make fuzz SECONDS=60 SEED=1`.
 */
import { globSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { drawPump, mutatePump } from "./fuzz/drawn-pump.ts";
import { growthOf, isLinear, timeGrowthOf } from "./fuzz/growth.ts";
import { knownPumps } from "./fuzz/known-pumps.ts";
import { type Pump, pumpWords } from "./fuzz/pump.ts";
import { rollDice } from "./judge/dice.ts";

/**
 * The most time that a text four times as long may take, as a factor. Wall time on a busy machine is inexact.
 */
const mostTime = 9;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Reports a text that takes too long; returns whether it does. */
function judge(hostile: Pump): boolean {
  const growth = growthOf(hostile);
  if (!isLinear(growth)) {
    const { smaller, larger } = growth;
    say(
      `work grows from ${smaller.toFixed(1)} to ${larger.toFixed(1)} blocks a character: ${pumpWords(hostile)}`,
    );
    return true;
  }
  const time = timeGrowthOf(hostile, mostTime);
  if (time > mostTime) {
    say(`four times the text takes ${time.toFixed(1)} times as long: ${pumpWords(hostile)}`);
    return true;
  }
  return false;
}

function main(): void {
  const { values } = parseArgs({
    options: { seconds: { type: "string", default: "60" }, seed: { type: "string", default: "1" } },
  });
  const end = performance.now() + Number(values.seconds) * 1000;
  const texts = globSync("fixtures/**/*.yaml", { cwd: new URL("..", import.meta.url) })
    .toSorted()
    .map((file) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8"))
    .filter((text) => text !== "" && text.length < 5000);
  const known = knownPumps.map(([, hostile]) => hostile);
  let found = 0;
  let tried = 0;
  while (performance.now() < end) {
    const dice = rollDice("fuzz", values.seed, tried);
    const drawn = dice.chance(0.6) ? drawPump(dice) : mutatePump(dice.pick(texts), dice);
    // Known ones alternate with generated ones, so that a short run on a slow machine tries both.
    found += judge((tried % 2 === 0 ? known[tried / 2] : undefined) ?? drawn) ? 1 : 0;
    tried += 1;
  }
  say(`seed ${values.seed}: ${tried} texts, ${found} of them take more than linear time`);
  process.exitCode = found === 0 ? 0 : 1;
}

main();
