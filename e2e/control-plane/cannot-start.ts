/**
 * What keeps the control plane from starting and a person can mend. The message is one line: the fact and the
 * remedy.
 */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}

/** Runs a script of the control plane: what a person can mend is said in one line and ends with code 2. */
export async function runScript(script: () => Promise<void>): Promise<void> {
  try {
    await script();
  } catch (error) {
    if (!(error instanceof CannotStart)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
