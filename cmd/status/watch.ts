import { followStatus, owningUnits } from "../../lib/engine.ts";
import type { ReleaseStatus } from "../../lib/apply/release/status-release.ts";
import type { StatusWatcher } from "../../lib/report/release/status-watch.ts";
import { readHealthFlags } from "../flags/health-flags.ts";
import { wantsColor } from "../host/color.ts";
import { type ExitCode, exitCodes } from "../host/exit-code.ts";
import type { Host } from "../host/host.ts";
import { printError, printReleaseNotFound, withCluster } from "../session/with-cluster.ts";
import { headOf, jsonOf, type Shown, type StatusFlags } from "./run.ts";

/** Shows the status of a release and its changes until a signal ends it or the release is deleted. */
export async function runWatch(release: string, flags: StatusFlags, host: Host): Promise<ExitCode> {
  const healthRules = await readHealthFlags(flags, host);
  return withCluster({ flags, host }, async (context) => {
    const { readiness, namespace } = flags;
    const location = { release, namespace: namespace ?? context.cluster.namespace };
    const units = await owningUnits(location, context);
    const writer = await openWriter({ ...flags, namespace: location.namespace }, host);
    const refused = new Set<string>();
    // Frames are formatted one after the other.
    let printed = Promise.resolve();
    const changed = (found: ReleaseStatus): void => {
      printed = printed.then(() => writer.show({ found, units }));
      for (const refusal of found.refusals.filter((each) => !refused.has(each))) {
        refused.add(refusal);
        printError(`some objects may be missing from the list: ${refusal}`, host);
      }
    };
    try {
      const end = await followStatus(
        { ...location, readiness, ...(healthRules && { healthRules }) },
        context,
        changed,
      );
      await printed;
      if (end === "missing") {
        return printReleaseNotFound({ ...flags, release }, context, host);
      }
    } finally {
      await printed;
      writer.stop();
    }
    printError(`release ${release} was deleted`, host);
    return exitCodes.failed;
  });
}

/** The flags with the namespace of the release. */
type WatchFlags = StatusFlags & { readonly namespace: string };

interface FrameWriter {
  readonly show: (shown: Shown) => Promise<void>;
  readonly stop: () => void;
}

async function openWriter(flags: WatchFlags, host: Host): Promise<FrameWriter> {
  const write = (text: string): void => {
    host.stdout.write(text);
  };
  if (flags.output === "json") {
    const print = unlessRepeated(write);
    return {
      show: async (shown) => {
        print(await jsonOf(shown));
      },
      stop: () => {},
    };
  }
  const { show, stop } = await openWatcher(write, flags, host);
  return {
    show: async (shown) => {
      show({ head: await headOf(shown), rows: shown.found.objects });
    },
    stop,
  };
}

async function openWatcher(
  write: (text: string) => void,
  flags: WatchFlags,
  { stdout, env }: Host,
): Promise<StatusWatcher> {
  const { statusLog, statusView } = await import("../../lib/report/release/status-watch.ts");
  const { namespace } = flags;
  const color = wantsColor(flags.color, stdout, { env });
  if (!stdout.isTerminal || env["CI"] !== undefined || env["TERM"] === "dumb") {
    return statusLog({ write, color, namespace });
  }
  return statusView({
    write,
    color,
    namespace,
    width: () => stdout.width || 80,
    height: () => stdout.height || 24,
  });
}

/** Not every change in the cluster changes the status. */
function unlessRepeated(write: (text: string) => void): (text: string) => void {
  let last = "";
  return (text) => {
    if (text !== last) {
      last = text;
      write(text);
    }
  };
}
