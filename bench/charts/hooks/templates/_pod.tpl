{{- define "pod" -}}
restartPolicy: Never
terminationGracePeriodSeconds: 0
containers:
  - name: task
    image: registry.test/task:1
{{- end -}}
