import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";

/**
 * Removes the folder of a checkout: `/tmp/x/deploy/web.yaml` → `deploy/web.yaml`, wherever it is in a text.
 */
export function withoutFolder(folder: string): (text: string) => string {
  return (text) => text.replaceAll(`${folder}/`, "").replaceAll(folder, "the repository");
}

/** Names the files of a diagnostic as in the repository. */
export function relocated(diagnostic: Diagnostic, within: (text: string) => string): Diagnostic {
  const { message, origin, related } = diagnostic;
  const move = (place: Origin): Origin => ({ ...place, file: within(place.file) });
  return {
    ...diagnostic,
    message: within(message),
    ...(origin === undefined ? {} : { origin: move(origin) }),
    ...(related === undefined
      ? {}
      : {
          related: related.map((one) => ({
            ...one,
            message: within(one.message),
            ...(one.origin === undefined ? {} : { origin: move(one.origin) }),
          })),
        }),
  };
}
