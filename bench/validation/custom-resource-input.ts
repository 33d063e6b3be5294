import type { BenchInput } from "../input.ts";

/** The CRD of the validated custom resources, in a group that a run on a cluster chooses for itself. */
export function databaseDefinition(group: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: databases.${group}
spec:
  group: ${group}
  scope: Namespaced
  names: { plural: databases, singular: database, kind: Database, listKind: DatabaseList }
  versions:
    - name: v1
      served: true
      storage: true
      additionalPrinterColumns:
        - { name: Engine, type: string, jsonPath: .spec.engine }
      subresources:
        status: {}
        scale: { specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas }
      schema:
        openAPIV3Schema:
${indented(databaseSchema, 10)}`;
}

const databaseSchema = `type: object
required: [spec]
properties:
  apiVersion: { type: string }
  kind: { type: string }
  metadata: { type: object }
  spec:
    type: object
    required: [engine, version, storage, users]
    x-kubernetes-validations:
      - rule: self.replicas <= self.maxReplicas
        message: no more replicas than maxReplicas
      - rule: self.users.exists(user, user.role == "owner")
        message: one user has to be the owner
      - rule: size(self.users) <= 5 || self.storage.class.startsWith("fast")
        messageExpression: '"more than five users need fast storage, not " + self.storage.class'
      - rule: self.endpoints.all(endpoint, endpoint.port >= 1024 && (!has(endpoint.path) || endpoint.path.startsWith("/")))
        message: ports begin at 1024 and paths with a slash
      - rule: '!has(self.backup) || self.backup.bucket.matches("^[a-z][a-z0-9-]*-backups$")'
        message: buckets are named after what they hold
        fieldPath: .backup.bucket
    properties:
      engine: { type: string, enum: [postgres, mysql, mariadb] }
      version: { type: string, pattern: '^[0-9]+\\.[0-9]+(\\.[0-9]+)?$', maxLength: 20 }
      replicas: { type: integer, format: int32, minimum: 1, maximum: 100, default: 1 }
      maxReplicas: { type: integer, format: int32, minimum: 1, maximum: 100, default: 9 }
      paused: { type: boolean, default: false }
      host: { type: string, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$', maxLength: 253 }
      since: { type: string, format: date-time }
      window: { type: string, format: duration, default: 1h0m0s }
      weight: { type: number, minimum: 0, maximum: 1 }
      maxUnavailable:
        x-kubernetes-int-or-string: true
        anyOf: [{ type: integer }, { type: string }]
      parameters:
        type: object
        maxProperties: 50
        additionalProperties: { type: string, maxLength: 200 }
      extensions:
        type: array
        maxItems: 20
        x-kubernetes-list-type: set
        items: { type: string, maxLength: 63 }
      storage:
        type: object
        required: [size]
        properties:
          size: { type: string, pattern: '^[1-9][0-9]*(Mi|Gi|Ti)$', maxLength: 20 }
          class: { type: string, default: standard, maxLength: 63 }
      users:
        type: array
        minItems: 1
        maxItems: 20
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [name]
        items:
          type: object
          required: [name]
          properties:
            name: { type: string, pattern: '^[a-z][a-z0-9_]*$', maxLength: 63 }
            role: { type: string, enum: [owner, writer, reader], default: reader }
      endpoints:
        type: array
        maxItems: 20
        x-kubernetes-list-type: map
        x-kubernetes-list-map-keys: [port, protocol]
        items:
          type: object
          required: [port]
          properties:
            port: { type: integer, format: int32, minimum: 1, maximum: 65535 }
            protocol: { type: string, enum: [TCP, UDP], default: TCP }
            path: { type: string, maxLength: 200 }
      backup:
        type: object
        required: [bucket]
        properties:
          bucket: { type: string, maxLength: 63 }
          every: { type: string, enum: [hour, day, week], default: day }
          keep: { type: integer, minimum: 1, default: 7 }
  status:
    type: object
    properties:
      replicas: { type: integer }
`;

function indented(text: string, columns: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(columns));
}

/** The CRD, and custom resources of some 25 fields and five rules each, all of them valid. */
export function databases(objects: number, group = "bench.example.com"): BenchInput {
  return {
    name: `custom-resources-${objects}`,
    objects,
    *documents() {
      yield databaseDefinition(group);
      yield* databasesOnly(objects, group);
    },
  };
}

/** The custom resources without their CRD. */
export function* databasesOnly(objects: number, group: string): Generator<string> {
  for (let index = 0; index < objects; index++) {
    yield database(index, group);
  }
}

/**
 * Some fields with a default are left out, and values differ, so that nothing can be reused from the previous
 * object.
 */
function database(index: number, group: string): string {
  const name = `database-${String(index).padStart(6, "0")}`;
  return `apiVersion: ${group}/v1
kind: Database
metadata:
  name: ${name}
  namespace: default
  labels:
    app: ${name}
spec:
  engine: ${["postgres", "mysql", "mariadb"][index % 3]}
  version: ${10 + (index % 8)}.${index % 20}.${index % 7}
${index % 4 === 0 ? "" : `  replicas: ${1 + (index % 9)}\n`}  host: ${name}.team-${index % 100}.example.com
  since: "2026-0${1 + (index % 9)}-1${index % 10}T08:30:00Z"
  window: ${1 + (index % 5)}h${index % 60}m0s
  weight: 0.${index % 100}
  maxUnavailable: ${index % 2 === 0 ? "25%" : "1"}
  parameters:
    max_connections: "${100 + index}"
    shared_buffers: ${64 + (index % 64)}MB
    log_statement: ddl
  extensions: [hstore, pg_trgm, ext-${index}]
  storage:
    size: ${10 + (index % 90)}Gi
    class: fast-${index % 3}
  users:
    - name: app_${index}
      role: owner
    - name: report_${index}
    - name: batch_${index}
      role: writer
  endpoints:
    - port: ${5000 + (index % 1000)}
    - port: ${9000 + (index % 1000)}
      protocol: TCP
      path: /metrics/${index}
  backup:
    bucket: ${name}-backups
    every: week
`;
}
