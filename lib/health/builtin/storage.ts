import {
  type BuiltinProject,
  current,
  currentOn,
  failed,
  failedOn,
  phase,
  project,
  rule,
  suspended,
  suspendedBy,
  waiting,
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
      failed("has(status.error) && status.error != null", "status.error.message"),
      current("status.readyToUse == true"),
      waiting(),
    ),
    rule("snapshot.storage.k8s.io", "VolumeSnapshotClass", current()),
    rule(
      "groupsnapshot.storage.k8s.io",
      "VolumeGroupSnapshot VolumeGroupSnapshotContent",
      failed("has(status.error) && status.error != null", "status.error.message"),
      current("status.readyToUse == true"),
      waiting(),
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
    rule("velero.io", "VolumeSnapshotLocation", current()),
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
      failed("status.robustness == 'faulted'"),
      current("status.robustness == 'healthy' || status.state == 'detached'"),
      waiting(),
    ),
    rule(
      "longhorn.io",
      "Engine Replica InstanceManager ShareManager BackingImage",
      ...phase("status.currentState", { current: "running ready stopped", failed: "error failed" }),
    ),
    rule(
      "longhorn.io",
      "Backup Snapshot SystemBackup SystemRestore",
      failed("status.error != ''", "status.error"),
      current("status.readyToUse == true"),
      ...phase("status.state", { current: "completed ready", failed: "error failed" }, "status.error"),
    ),
    rule("longhorn.io", "BackupTarget", current("status.available == true"), waiting()),
    rule(
      "longhorn.io",
      "Node Setting RecurringJob Orphan EngineImage",
      ...failedOn("Ready=False"),
      current("status.state == 'deployed'"),
      current(),
    ),
  ),
  project(
    "Rook",
    rule(
      "ceph.rook.io",
      "CephCluster",
      failed("status.ceph.health == 'HEALTH_ERR'", "status.message"),
      failed("status.phase in ['Failure', 'Failed']", "status.message"),
      current("status.phase == 'Ready'"),
      waiting("true", "status.message"),
    ),
    rule("ceph.rook.io", "*", ...rook),
    rule(
      "objectbucket.io",
      "ObjectBucketClaim ObjectBucket",
      ...phase("status.phase", { current: "bound", failed: "failed" }),
      waiting(),
    ),
  ),
  project(
    "MinIO",
    rule(
      "minio.min.io",
      "Tenant",
      current("status.currentState == 'Initialized'"),
      failed(
        "status.currentState.matches('(?i)(not (properly|controlled|allowed|set|supported)|already exists|different versions|fail|invalid|error|mismatch)')",
        "status.currentState",
      ),
      waiting("true", "status.currentState"),
    ),
    rule(
      "job.min.io",
      "MinIOJob",
      ...phase("status.phase", { current: "success", failed: "error failed" }, "status.message"),
    ),
  ),
  project(
    "SeaweedFS and others",
    rule("cosi.storage.k8s.io", "BucketClaim Bucket", current("status.bucketReady == true"), waiting()),
    rule(
      "objectstorage.k8s.io",
      "BucketClaim Bucket BucketAccess",
      current("status.bucketReady == true || status.accessGranted == true"),
      waiting(),
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
    rule("trident.netapp.io", "*", current()),
    rule(
      "astra.netapp.io",
      "ExecHook",
      suspended("spec.enabled == false"),
      current("spec.enabled == true"),
      waiting(),
    ),
    rule("astra.netapp.io", "Application", ...failedOn("Ready=False"), ...currentOn("Ready"), waiting()),
    rule("astra.netapp.io", "*", ...astra),
    rule("protect.trident.netapp.io", "*", ...astra),
  ),
  project(
    "OpenEBS",
    rule("openebs.io", "*", current()),
    rule(
      "cstor.openebs.io",
      "CStorPoolCluster CStorVolume",
      ...phase("status.phase", { current: "healthy online", failed: "error offline" }),
    ),
  ),
  project(
    "LINSTOR",
    rule("piraeus.io", "*", ...failedOn("Applied=False"), ...currentOn("Available", "Applied"), waiting()),
  ),
  project(
    "Portworx",
    rule(
      "core.libopenstorage.org",
      "StorageCluster",
      ...phase("status.phase", { current: "running online", failed: "failed degraded" }),
    ),
    rule("stork.libopenstorage.org", "*", current()),
  ),
  project(
    "VolSync",
    rule(
      "volsync.backube",
      "ReplicationSource ReplicationDestination",
      ...failedOn("Synchronizing=False/Error"),
      suspended("spec.paused == true"),
      current("has(status.lastSyncTime)"),
      waiting(),
    ),
  ),
  project(
    "Stash and K8up",
    rule(
      "k8up.io",
      "Backup Restore Archive Check Prune",
      ...failedOn("Completed=True/Failed"),
      ...currentOn("Completed"),
      waiting(),
    ),
    rule("k8up.io", "Schedule PreBackupPod", current()),
  ),
  project("Hwameistor and others", rule("storage.k8s.io", "VolumeAttributesClass", current())),
];
