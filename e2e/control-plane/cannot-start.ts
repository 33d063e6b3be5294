/**
 * An error that keeps the control plane from starting and that a user can fix. The message is one line: the
 * fact and the remedy.
 */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}

/**
 * Runs a script of the control plane: an error that a user can fix is printed in one line and ends it with
 * code 2.
 */
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
