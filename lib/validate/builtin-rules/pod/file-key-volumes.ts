/**
 * Rules for variables that are read from a file of a volume (Kubernetes 1.35).
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportInvalid, reportNotFound } from "../check/faults.ts";
import { fieldPart, has, isSet, listAt, type Part, textAt } from "../check/part.ts";
import { allContainers } from "./pod-context.ts";

/** Checks that the volumes of such variables exist and are empty at first. */
export function checkFileKeyVolumes(spec: Part): void {
  for (const container of allContainers(spec)) {
    for (const variable of listAt(container, "env")) {
      const reference = fieldPart(variable, "valueFrom", "fileKeyRef");
      if (isSet(reference) && spec.run.minor >= 35) {
        checkVolume(spec, fieldPart(reference, "volumeName"), textAt(reference, "volumeName"));
      }
    }
  }
}

const sourceless = (volume: Part): boolean =>
  Object.keys(Object(volume.value)).every((name) => name === "name" || !has(volume, name));

function checkVolume(spec: Part, place: Part, name: string): void {
  const volume = listAt(spec, "volumes").findLast((one) => textAt(one, "name") === name);
  if (volume === undefined) {
    reportNotFound(place, name);
  } else if (!has(volume, "emptyDir") && !sourceless(volume)) {
    reportInvalid(place, "referenced volume must be of type emptyDir");
  }
}
