/**
 * Rules for the sources of volumes, of pods and of PersistentVolumes. Those of cloud providers that became
 * CSI drivers are checked for their required fields.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  reportRequired,
  requiredText,
  reportTooLong,
} from "../check/faults.ts";
import { dnsLabel, dnsSubdomain } from "../check/names.ts";
import { inRange } from "../check/numbers.ts";
import { fieldPart, countOf, has, isSet, isTrueAt, type Part, textAt, valuesOf } from "../check/part.ts";
import { descendingPath, noBacksteps } from "../check/paths.ts";

/** Checks a source; `isClaimed` for those of PersistentVolumes, whose Secrets name a namespace. */
export type SourceCheck = (source: Part, isClaimed: boolean) => void;

function needs(...names: readonly string[]): SourceCheck {
  return (source) => {
    for (const name of names) {
      requiredText(fieldPart(source, name));
    }
  };
}

/** The checks by the name of the source. */
export const sourceChecks: Readonly<Record<string, SourceCheck>> = {
  hostPath: checkHostPath,
  gitRepo: (source) => {
    requiredText(fieldPart(source, "repository"));
    descendingPath(fieldPart(source, "directory"));
  },
  gcePersistentDisk: checkDisk("pdName"),
  awsElasticBlockStore: checkDisk("volumeID"),
  nfs: checkNfs,
  iscsi: checkIscsi,
  glusterfs: needs("endpoints", "path"),
  flocker: checkFlocker,
  persistentVolumeClaim: needs("claimName"),
  rbd: (source) => {
    needsEntries(source, "monitors");
    requiredText(fieldPart(source, "image"));
  },
  cinder: (source, isClaimed) => {
    requiredText(fieldPart(source, "volumeID"));
    checkSecretNames(source, isClaimed);
  },
  cephfs: (source) => needsEntries(source, "monitors"),
  quobyte: checkQuobyte,
  fc: checkFc,
  flexVolume: checkFlex,
  azureFile: (source, isClaimed) => {
    needs("secretName", "shareName")(source, isClaimed);
    if (isClaimed && has(source, "secretNamespace")) {
      requiredText(fieldPart(source, "secretNamespace"));
    }
  },
  vsphereVolume: needs("volumePath"),
  photonPersistentDisk: needs("pdID"),
  portworxVolume: needs("volumeID"),
  azureDisk: checkAzureDisk,
  storageos: (source, isClaimed) => {
    if (requiredText(fieldPart(source, "volumeName"))) {
      reportInvalid(fieldPart(source, "volumeName"), dnsLabel(textAt(source, "volumeName")));
    }
    const namespace = textAt(source, "volumeNamespace");
    reportInvalid(fieldPart(source, "volumeNamespace"), namespace === "" ? undefined : dnsLabel(namespace));
    checkSecretNames(source, isClaimed);
  },
  scaleIO: needs("gateway", "system", "volumeName"),
  local: (source) => {
    if (requiredText(fieldPart(source, "path"))) {
      noBacksteps(fieldPart(source, "path"));
    }
  },
};

function needsEntries(source: Part, name: string): void {
  if (countOf(fieldPart(source, name)) === 0) {
    reportRequired(fieldPart(source, name));
  }
}

function checkSecretNames(source: Part, isClaimed: boolean): void {
  const secret = fieldPart(source, "secretRef");
  if (isSet(secret)) {
    requiredText(fieldPart(secret, "name"));
    if (isClaimed) {
      requiredText(fieldPart(secret, "namespace"));
    }
  }
}

const hostPathTypes = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

function checkHostPath(source: Part): void {
  if (requiredText(fieldPart(source, "path"))) {
    noBacksteps(fieldPart(source, "path"));
    checkOneOf(fieldPart(source, "type"), hostPathTypes);
  }
}

function checkDisk(id: string): SourceCheck {
  return (source) => {
    requiredText(fieldPart(source, id));
    inRange(fieldPart(source, "partition"), 0, 255);
  };
}

function checkNfs(source: Part): void {
  requiredText(fieldPart(source, "server"));
  requiredText(fieldPart(source, "path"));
  if (!textAt(source, "path").startsWith("/")) {
    reportInvalid(fieldPart(source, "path"), "must be an absolute path");
  }
}

const initiatorForms: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.[0-9A-Za-z.-]+:[^,;*&$|\s]+$/,
  eui: /^eui.[0-9A-Za-z]{16}$/,
  naa: /^naa.[0-9A-Za-z]{32}$/,
};

function initiatorFault(name: string): string | undefined {
  return initiatorForms[name.slice(0, 3)]?.test(name) === true
    ? undefined
    : "must be valid format starting with iqn, eui, or naa";
}

function checkIscsi(source: Part, isClaimed: boolean): void {
  requiredText(fieldPart(source, "targetPortal"));
  if (requiredText(fieldPart(source, "iqn"))) {
    reportInvalid(fieldPart(source, "iqn"), initiatorFault(textAt(source, "iqn")));
  }
  inRange(fieldPart(source, "lun"), 0, 255);
  const secret = fieldPart(source, "secretRef");
  if ((isTrueAt(source, "chapAuthDiscovery") || isTrueAt(source, "chapAuthSession")) && !isSet(secret)) {
    reportRequired(secret);
  }
  if (isClaimed && isSet(secret)) {
    requiredText(fieldPart(secret, "name"));
  }
  if (has(source, "initiatorName")) {
    reportInvalid(fieldPart(source, "initiatorname"), initiatorFault(textAt(source, "initiatorName")));
  }
}

function checkFlocker(source: Part): void {
  const [name, id] = [textAt(source, "datasetName"), textAt(source, "datasetUUID")];
  if (name === "" && id === "") {
    reportRequired(source, "one of datasetName and datasetUUID is required");
  } else if (name !== "" && id !== "") {
    reportInvalid(source, "datasetName and datasetUUID can not be specified simultaneously");
  }
  reportInvalid(fieldPart(source, "datasetName"), name.includes("/") ? "must not contain '/'" : undefined);
}

function checkQuobyte(source: Part): void {
  const registry = fieldPart(source, "registry");
  const pairs = textAt(source, "registry").split(",");
  if (requiredText(registry, "must be a host:port pair or multiple pairs separated by commas")) {
    if (textAt(source, "tenant").length >= 65) {
      reportRequired(
        fieldPart(source, "tenant"),
        "must be a UUID and may not exceed a length of 64 characters",
      );
    } else if (!pairs.every((pair) => /^(?:\[[^\]]*\]|[^:[\]]*):[^:]*$/.test(pair))) {
      reportInvalid(registry, "must be a host:port pair or multiple pairs separated by commas");
    }
  }
  requiredText(fieldPart(source, "volume"));
}

function checkFc(source: Part): void {
  const [names, ids] = [countOf(fieldPart(source, "targetWWNs")), countOf(fieldPart(source, "wwids"))];
  if (names === 0 && ids === 0) {
    reportRequired(fieldPart(source, "targetWWNs"), "must specify either targetWWNs or wwids, but not both");
  } else if (names > 0 && ids > 0) {
    reportInvalid(
      fieldPart(source, "targetWWNs"),
      "targetWWNs and wwids can not be specified simultaneously",
    );
  }
  if (names > 0) {
    if (has(source, "lun")) {
      inRange(fieldPart(source, "lun"), 0, 255);
    } else {
      reportRequired(fieldPart(source, "lun"), "lun is required if targetWWNs is specified");
    }
  }
}

function checkFlex(source: Part): void {
  requiredText(fieldPart(source, "driver"));
  for (const [key, option] of valuesOf(fieldPart(source, "options"))) {
    const domain = `.${(key.split("/")[0] ?? "").toLowerCase()}`;
    if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
      reportInvalid(option, "kubernetes.io and k8s.io namespaces are reserved");
    }
  }
}

function checkAzureDisk(source: Part): void {
  needs("diskName", "diskURI")(source, false);
  checkOneOf(fieldPart(source, "cachingMode"), ["None", "ReadOnly", "ReadWrite"]);
  checkOneOf(fieldPart(source, "kind"), ["Dedicated", "Managed", "Shared"]);
  const [kind, uri] = [textAt(source, "kind") || "Shared", textAt(source, "diskURI")];
  if (kind === "Managed" && !uri.startsWith("/subscriptions/")) {
    reportNotSupported(fieldPart(source, "diskURI"), ["/subscriptions/…/disks/{disk-id}"]);
  } else if (kind !== "Managed" && !uri.startsWith("https://")) {
    reportNotSupported(fieldPart(source, "diskURI"), ["https://…/{disk-name}.vhd"]);
  }
}

/** Checks the name of a CSI driver. */
export function checkDriverName(driver: Part): void {
  const name = typeof driver.value === "string" ? driver.value : "";
  if (!requiredText(driver) && driver.run.minor >= 35) {
    return;
  }
  if (name.length > 63) {
    reportTooLong(driver, 63);
  }
  reportInvalid(driver, dnsSubdomain(name.toLowerCase()));
}
