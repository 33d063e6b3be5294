import { setFlagsFromString } from "node:v8";

/** From so many objects on memory is worth more than the time it takes to save it. */
const many = 5000;

/**
 * Where a run has many objects, lets V8 collect garbage when the heap has grown by a third, not several times over. Most of its
 * time such a run waits for the server: ten thousand objects take 250 MB so, and 350 otherwise.
 */
export function saveMemoryFor(objects: number): void {
  if (objects >= many) {
    setFlagsFromString("--heap-growing-percent=30");
  }
}
