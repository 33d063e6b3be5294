import { setFlagsFromString } from "node:v8";

/** From so many objects on memory is worth more than the time it takes to save it. */
const many = 5000;

/**
 * Where a run has many objects, lets V8 collect garbage when the heap has grown by a third, not several times
 * over. Most of its time such a run waits for the server: ten thousand objects take 250 MB so, and 350
 * otherwise.
 */
export function tuneGcFor(objects: number): void {
  if (objects >= many) {
    saveMemory();
  }
}

/** The same, for who lives long. */
export function saveMemory(): void {
  setFlagsFromString("--heap-growing-percent=30");
}

/**
 * Keeps the space for new objects from growing, which has to be asked for before it has: it would take a
 * hundred megabytes for ten thousand objects. A run that waits for a server loses no time by it.
 */
export function limitYoungGeneration(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
