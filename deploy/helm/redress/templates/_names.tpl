{{/* The name of what this release consists of. */}}
{{- define "redress.name" -}}
{{- if contains "redress" .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-redress" .Release.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "redress.selector" -}}
app.kubernetes.io/name: redress
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "redress.labels" -}}
{{ include "redress.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "redress.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* A number as it was written: Helm reads those of files as floats, and would write a million as 1e+06. */}}
{{- define "redress.plain" -}}
{{- if kindIs "float64" . }}{{ if eq . (floor .) }}{{ int64 . }}{{ else }}{{ . }}{{ end }}{{ else }}{{ . }}{{ end }}
{{- end }}

{{/* What every pod of this chart may do: nothing but what the image's account may. */}}
{{- define "redress.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "redress.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{/*
What came into values.yaml after the first version of this chart. `helm upgrade --reuse-values` puts the values of the
release before in place of values.yaml, and they lack it. Each template begins with "redress.fill", after which it is in .Values.
*/}}
{{- define "redress.added" -}}
backup:
  enabled: false
  image: {repository: redress-backup, tag: ""}
  schedule: "30 2 * * *"
  keep: {daily: 7, weekly: 4, monthly: 12}
  existingClaim: ""
  storageClass: ""
  accessModes: [ReadWriteOnce]
  size: 100Gi
metrics:
  serviceMonitor: {enabled: false, interval: 30s, labels: {}}
{{- end }}

{{- define "redress.fill" -}}
{{- include "redress.fillMap" (list .Values (fromYaml (include "redress.added" .))) }}
{{- end }}

{{/* Puts what the first of two maps lacks into it, from the second. Not merge, which takes false, 0 and "" for lacking. */}}
{{- define "redress.fillMap" -}}
{{- $into := index . 0 }}
{{- range $name, $value := index . 1 }}
{{- $there := index $into $name }}
{{- if kindIs "invalid" $there }}
{{- $_ := set $into $name $value }}
{{- else if and (kindIs "map" $value) (kindIs "map" $there) }}
{{- include "redress.fillMap" (list $there $value) }}
{{- end }}
{{- end }}
{{- end }}
