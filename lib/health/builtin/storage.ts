import {
  type BuiltinProject,
  currentWhen,
  currentOn,
  failedWhen,
  failedOn,
  phase,
  project,
  rule,
  suspendedWhen,
  suspendedBy,
  waitingWhen,
} from "./shape/rule-shape.ts";

const astra = phase(
  "status.state",
  { current: "completed available ready", failed: "error failed" },
  "status.error",
);
const rook = phase(
  "status.phase",
  { current: "ready connected created", failed: "failure failed reconcilefailed" },
  "status.message",
);

/** Volumes, snapshots, backups, and object stores. */
export const storageProjects: readonly BuiltinProject[] = [
  project(
    "Volume snapshots",
    rule(
      "snapshot.storage.k8s.io",
      "VolumeSnapshot VolumeSnapshotContent",
      failedWhen("has(status.error) && status.error != null", "status.error.message"),
      currentWhen("status.readyToUse == true"),
      waitingWhen(),
    ),
    rule("snapshot.storage.k8s.io", "VolumeSnapshotClass", currentWhen()),
    rule(
      "groupsnapshot.storage.k8s.io",
      "VolumeGroupSnapshot VolumeGroupSnapshotContent",
      failedWhen("has(status.error) && status.error != null", "status.error.message"),
      currentWhen("status.readyToUse == true"),
      waitingWhen(),
    ),
  ),
  project(
    "Velero",
    rule(
      "velero.io",
      "Backup Restore",
      ...phase(
        "status.phase",
        {
          current: "completed",
          failed:
            "failed partiallyfailed failedvalidation finalizingpartiallyfailed waitingforpluginoperationspartiallyfailed",
        },
        "status.failureReason",
      ),
    ),
    rule(
      "velero.io",
      "Schedule",
      suspendedBy("paused"),
      ...phase(
        "status.phase",
        { current: "enabled", failed: "failedvalidation" },
        "status.validationErrors[0]",
      ),
    ),
    rule(
      "velero.io",
      "BackupStorageLocation BackupRepository",
      ...phase(
        "status.phase",
        { current: "available ready", failed: "unavailable notready" },
        "status.message",
      ),
    ),
    rule("velero.io", "VolumeSnapshotLocation", currentWhen()),
    rule(
      "velero.io",
      "PodVolumeBackup PodVolumeRestore DataUpload DataDownload DeleteBackupRequest DownloadRequest ServerStatusRequest",
      ...phase(
        "status.phase",
        { current: "completed processed", failed: "failed canceled" },
        "status.message",
      ),
    ),
  ),
  project(
    "Longhorn",
    rule(
      "longhorn.io",
      "Volume",
      failedWhen("status.robustness == 'faulted'"),
      currentWhen("status.robustness == 'healthy' || status.state == 'detached'"),
      waitingWhen(),
    ),
    rule(
      "longhorn.io",
      "Engine Replica InstanceManager ShareManager BackingImage",
      ...phase("status.currentState", { current: "running ready stopped", failed: "error failed" }),
    ),
    rule(
      "longhorn.io",
      "Backup Snapshot SystemBackup SystemRestore",
      failedWhen("status.error != ''", "status.error"),
      currentWhen("status.readyToUse == true"),
      ...phase("status.state", { current: "completed ready", failed: "error failed" }, "status.error"),
    ),
    rule("longhorn.io", "BackupTarget", currentWhen("status.available == true"), waitingWhen()),
    rule(
      "longhorn.io",
      "Node Setting RecurringJob Orphan EngineImage",
      ...failedOn("Ready=False"),
      currentWhen("status.state == 'deployed'"),
      currentWhen(),
    ),
  ),
  project(
    "Rook",
    rule(
      "ceph.rook.io",
      "CephCluster",
      failedWhen("status.ceph.health == 'HEALTH_ERR'", "status.message"),
      failedWhen("status.phase in ['Failure', 'Failed']", "status.message"),
      currentWhen("status.phase == 'Ready'"),
      waitingWhen("true", "status.message"),
    ),
    rule("ceph.rook.io", "*", ...rook),
    rule(
      "objectbucket.io",
      "ObjectBucketClaim ObjectBucket",
      ...phase("status.phase", { current: "bound", failed: "failed" }),
      waitingWhen(),
    ),
  ),
  project(
    "MinIO",
    rule(
      "minio.min.io",
      "Tenant",
      currentWhen("status.currentState == 'Initialized'"),
      failedWhen(
        "status.currentState.matches('(?i)(not (properly|controlled|allowed|set|supported)|already exists|different versions|fail|invalid|error|mismatch)')",
        "status.currentState",
      ),
      waitingWhen("true", "status.currentState"),
    ),
    rule(
      "job.min.io",
      "MinIOJob",
      ...phase("status.phase", { current: "success", failed: "error failed" }, "status.message"),
    ),
  ),
  project(
    "SeaweedFS and others",
    rule(
      "cosi.storage.k8s.io",
      "BucketClaim Bucket",
      currentWhen("status.bucketReady == true"),
      waitingWhen(),
    ),
    rule(
      "objectstorage.k8s.io",
      "BucketClaim Bucket BucketAccess",
      currentWhen("status.bucketReady == true || status.accessGranted == true"),
      waitingWhen(),
    ),
  ),
  project(
    "NetApp",
    rule(
      "trident.netapp.io",
      "TridentBackendConfig",
      ...phase("status.lastOperationStatus", { current: "success", failed: "failed" }, "status.message"),
    ),
    rule(
      "trident.netapp.io",
      "TridentOrchestrator",
      ...phase("status.status", { current: "installed", failed: "failed error" }, "status.message"),
    ),
    rule("trident.netapp.io", "*", currentWhen()),
    rule(
      "astra.netapp.io",
      "ExecHook",
      suspendedWhen("spec.enabled == false"),
      currentWhen("spec.enabled == true"),
      waitingWhen(),
    ),
    rule("astra.netapp.io", "Application", ...failedOn("Ready=False"), ...currentOn("Ready"), waitingWhen()),
    rule("astra.netapp.io", "*", ...astra),
    rule("protect.trident.netapp.io", "*", ...astra),
  ),
  project(
    "OpenEBS",
    rule("openebs.io", "*", currentWhen()),
    rule(
      "cstor.openebs.io",
      "CStorPoolCluster CStorVolume",
      ...phase("status.phase", { current: "healthy online", failed: "error offline" }),
    ),
  ),
  project(
    "LINSTOR",
    rule(
      "piraeus.io",
      "*",
      ...failedOn("Applied=False"),
      ...currentOn("Available", "Applied"),
      waitingWhen(),
    ),
  ),
  project(
    "Portworx",
    rule(
      "core.libopenstorage.org",
      "StorageCluster",
      ...phase("status.phase", { current: "running online", failed: "failed degraded" }),
    ),
    rule("stork.libopenstorage.org", "*", currentWhen()),
  ),
  project(
    "VolSync",
    rule(
      "volsync.backube",
      "ReplicationSource ReplicationDestination",
      ...failedOn("Synchronizing=False/Error"),
      suspendedWhen("spec.paused == true"),
      currentWhen("has(status.lastSyncTime)"),
      waitingWhen(),
    ),
  ),
  project(
    "Stash and K8up",
    rule(
      "k8up.io",
      "Backup Restore Archive Check Prune",
      ...failedOn("Completed=True/Failed"),
      ...currentOn("Completed"),
      waitingWhen(),
    ),
    rule("k8up.io", "Schedule PreBackupPod", currentWhen()),
  ),
  project("Hwameistor and others", rule("storage.k8s.io", "VolumeAttributesClass", currentWhen())),
];
