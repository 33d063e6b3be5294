import test from "ava";

import {
  sampleRelease,
  type SampleRelease,
  sampleTime,
} from "../../../../fixtures/modules/releases/sample-release.ts";
import { moduleReleaseOf } from "../resource/module-release.ts";
import type { UpdateMode } from "../resource/update-policy.ts";
import { deployDelay } from "./deploy-time.ts";

const evening = { from: "20:00", to: "22:00", days: [] };
const opens = sampleTime + (4 * 60 + 27) * 60_000;
const later = sampleTime + 3_600_000;
const postponed: SampleRelease = { spec: { applyAfter: "2019-10-17T16:33:00Z" } };
const approved: SampleRelease = { annotations: { "modules.deckhouse.io/approved": "true" } };

interface Timed {
  readonly mode: UpdateMode;
  readonly isPatch?: boolean;
  readonly hasWindow?: boolean;
  readonly release?: SampleRelease;
}

const delay = test.macro<[string, Timed, string | undefined, number?]>({
  exec(t, _, { mode, isPatch = false, hasWindow = false, release = {} }, message, again) {
    const read = moduleReleaseOf(sampleRelease("1.68.0", release));
    const windows = hasWindow ? [evening] : [];
    const policy = { name: "p", releaseChannel: "Stable", mode, windows };
    const found = read && deployDelay(read, { policy, isPatch, now: sampleTime });
    t.is(found?.message, message);
    t.is(found?.again, again);
  },
  title: (_, name) => name,
});

const needsApproval = `Release is waiting for the 'modules.deckhouse.io/approved: "true"' annotation`;
const needsWindow = "Release is waiting for the update window until 17 Oct 2019 20:00 UTC";
const waits = "Release is postponed until 17 Oct 2019 16:33 UTC";

test(delay, "in Auto a release goes by itself", { mode: "Auto" }, undefined);
test(delay, "in Auto a minor waits for the window", { mode: "Auto", hasWindow: true }, needsWindow, opens);
test(
  delay,
  "in Auto a patch waits for the window",
  { mode: "Auto", hasWindow: true, isPatch: true },
  needsWindow,
  opens,
);
test(delay, "in AutoPatch a patch goes by itself", { mode: "AutoPatch", isPatch: true }, undefined);
test(
  delay,
  "in AutoPatch a patch waits for the window",
  { mode: "AutoPatch", isPatch: true, hasWindow: true },
  needsWindow,
  opens,
);
test(delay, "in AutoPatch a minor waits for an approval", { mode: "AutoPatch" }, needsApproval);
test(
  delay,
  "in AutoPatch an approved minor does not wait for the window",
  { mode: "AutoPatch", hasWindow: true, release: approved },
  undefined,
);
test(
  delay,
  "in Manual a patch waits for an approval",
  { mode: "Manual", isPatch: true, hasWindow: true },
  needsApproval,
);
test(
  delay,
  "in Manual an approved release goes outside of windows",
  { mode: "Manual", hasWindow: true, release: approved },
  undefined,
);
test(
  delay,
  "an approval is the word true and nothing else",
  { mode: "Manual", release: { annotations: { "modules.deckhouse.io/approved": "yes" }, approved: true } },
  needsApproval,
);
test(delay, "a release is postponed to its time", { mode: "Auto", release: postponed }, waits, later);
test(
  delay,
  "a release that was postponed to be announced says so",
  {
    mode: "Auto",
    release: { ...postponed, annotations: { "modules.deckhouse.io/notification-time-shift": "true" } },
  },
  "Release is postponed by notification until 17 Oct 2019 16:33 UTC",
  later,
);
test(
  delay,
  "a window is looked for from the time on that a release is postponed to",
  { mode: "Auto", release: postponed, hasWindow: true },
  "Release is postponed, waiting for the update window until 17 Oct 2019 20:00 UTC",
  opens,
);
test(
  delay,
  "a release that is postponed and not approved says what comes after the approval",
  { mode: "AutoPatch", release: postponed },
  `Release is postponed, waiting for the 'modules.deckhouse.io/approved: "true"' annotation. After approval the release will be delayed until 17 Oct 2019 16:33 UTC`,
  later,
);
test(
  delay,
  "a time that has come holds nothing back",
  { mode: "Auto", release: { spec: { applyAfter: "2019-10-17T15:33:00Z" } } },
  undefined,
);
for (const name of ["release.deckhouse.io/apply-now", "modules.deckhouse.io/apply-now"]) {
  test(
    delay,
    `${name} passes approval, window and time`,
    { mode: "Manual", hasWindow: true, release: { ...postponed, annotations: { [name]: "true" } } },
    undefined,
  );
}

test(
  delay,
  "in Manual an approved patch waits for its time",
  { mode: "Manual", isPatch: true, release: { ...postponed, ...approved } },
  waits,
  later,
);
test(
  delay,
  "in Manual an approved minor does not wait for its time",
  { mode: "Manual", release: { ...postponed, ...approved } },
  undefined,
);
