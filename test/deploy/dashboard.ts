import type { DocumentedMetric } from './metrics-table.ts'

const WIDTH = 24
const PANEL = { width: 12, height: 8 }
const STAT = { width: 8, height: 5 }
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' }

interface Target {
  readonly expr: string
  readonly legendFormat: string
}

interface PanelText {
  readonly type: 'row' | 'stat' | 'timeseries'
  readonly title: string
  readonly description?: string
  readonly unit?: string
  readonly targets?: readonly Target[]
}

type SizedPanel = readonly [PanelText, { readonly width: number; readonly height: number }]

/** Processes report these about themselves; they are not metrics of the service. */
const PROCESS_PANELS: readonly PanelText[] = [
  {
    type: 'timeseries',
    title: 'CPU',
    description: 'processors that each process uses',
    unit: 'short',
    targets: perInstance('rate(process_cpu_seconds_total{job="tessera"}[$__rate_interval])'),
  },
  {
    type: 'timeseries',
    title: 'Memory',
    description: 'resident memory of each process',
    unit: 'bytes',
    targets: perInstance('process_resident_memory_bytes{job="tessera"}'),
  },
  {
    type: 'timeseries',
    title: 'Event loop',
    description: 'how late the event loop of each process is, 99th percentile',
    unit: 's',
    targets: perInstance('nodejs_eventloop_lag_p99_seconds{job="tessera"}'),
  },
]

/** Objectives by the name of their recording rules. */
const OBJECTIVES = [
  { name: 'availability', about: 'requests of partners without 5xx; objective 99.9 %' },
  { name: 'latency', about: 'requests of partners within 250 ms; objective 99 %' },
  { name: 'completion', about: 'orders COMPLETED within 60 seconds; objective 99 %' },
]

function row(title: string): SizedPanel {
  return [
    { type: 'row', title },
    { width: WIDTH, height: 1 },
  ]
}

function ofUsualSize(panel: PanelText): SizedPanel {
  return [panel, PANEL]
}

/** The dashboard: the objectives, a panel for each metric, and the processes. */
export function dashboard(metrics: readonly DocumentedMetric[]): object {
  const rows: readonly SizedPanel[] = [
    row('Objectives, last hour'),
    ...OBJECTIVES.map((one): SizedPanel => [objectivePanel(one), STAT]),
    row('Metrics'),
    ...metrics.flatMap(panelsOf).map(ofUsualSize),
    row('Processes'),
    ...PROCESS_PANELS.map(ofUsualSize),
  ]
  return {
    uid: 'tessera',
    title: 'Tessera',
    tags: ['tessera'],
    timezone: 'utc',
    schemaVersion: 39,
    editable: true,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels: layOut(rows),
  }
}

function objectivePanel({ name, about }: (typeof OBJECTIVES)[number]): PanelText {
  const expr = `1 - tessera:${name}_errors:ratio_rate1h`
  return {
    type: 'stat',
    title: name,
    description: about,
    unit: 'percentunit',
    targets: [{ expr, legendFormat: name }],
  }
}

/** A histogram with labels has a panel for its distribution, and one for each label. */
function panelsOf(metric: DocumentedMetric): PanelText[] {
  const { name, type, labels } = metric
  if (type !== 'histogram') return [metricPanel(metric)]
  const ofLabels = labels.map((label): PanelText => {
    const expr = `topk(10, sum by (${label}) (rate(${name}_count[$__rate_interval])))`
    const targets = [{ expr, legendFormat: `{{${label}}}` }]
    const title = `${name} by ${label}`
    return { type: 'timeseries', title, description: metric.about, unit: 'ops', targets }
  })
  return [metricPanel(metric), ...ofLabels]
}

function metricPanel(metric: DocumentedMetric): PanelText {
  const { name, about: description } = metric
  const unit = name.endsWith('_seconds') ? 's' : 'short'
  const shown = metric.type === 'counter' ? 'ops' : unit
  return { type: 'timeseries', title: name, description, unit: shown, targets: targetsOf(metric) }
}

function targetsOf({ name, type, labels }: DocumentedMetric): Target[] {
  const legendFormat = labels.map((label) => `{{${label}}}`).join(' ') || name
  const by = labels.length > 0 ? ` by (${labels.join(', ')})` : ''
  switch (type) {
    case 'counter':
      return [{ expr: `sum${by} (rate(${name}[$__rate_interval]))`, legendFormat }]
    case 'gauge':
      // Each process reports what is in the database, so a sum would count it several times.
      return labels.length > 0 ? [{ expr: `max${by} (${name})`, legendFormat }] : perInstance(name)
    case 'histogram':
      return [0.5, 0.99].map((quantile) => ({
        expr: `histogram_quantile(${quantile}, ${bucketsOf(name)})`,
        legendFormat: `p${quantile * 100}`,
      }))
  }
}

function bucketsOf(name: string): string {
  return `sum by (le) (rate(${name}_bucket[$__rate_interval]))`
}

function perInstance(expr: string): Target[] {
  return [{ expr, legendFormat: '{{instance}}' }]
}

/** Lays panels out from left to right, in lines as high as their panels. */
function layOut(panels: readonly SizedPanel[]): object[] {
  let [x, y, lineHeight] = [0, 0, 0]
  return panels.map(([panel, { width, height }], at) => {
    if (x + width > WIDTH) [x, y, lineHeight] = [0, y + lineHeight, 0]
    const gridPos = { x, y, w: width, h: height }
    x += width
    lineHeight = Math.max(lineHeight, height)
    return { id: at + 1, gridPos, ...shapeOf(panel) }
  })
}

function shapeOf({ type, title, description, unit, targets }: PanelText): object {
  if (type === 'row') return { type, title, collapsed: false, panels: [] }
  return {
    type,
    title,
    description,
    datasource: DATASOURCE,
    fieldConfig: { defaults: { unit }, overrides: [] },
    targets: targets?.map((target, at) => ({
      refId: 'ABC'[at],
      datasource: DATASOURCE,
      ...target,
    })),
  }
}
