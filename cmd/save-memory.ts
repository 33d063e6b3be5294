import { setFlagsFromString } from "node:v8";

/**
 * Lets V8 collect garbage earlier: when the heap has grown by a third, not several times over. An apply waits for the server
 * most of the time, and often runs where memory is counted: ten thousand objects take 250 MB so, and 350 otherwise.
 */
export function saveMemory(): void {
  setFlagsFromString("--heap-growing-percent=30");
}
