import { choice, url, whole } from './kinds.ts'

export const TELEMETRY_SETTINGS = {
  otlpEndpoint: url('TESSERA_OTLP_ENDPOINT', {
    about: 'collector that gets traces and metrics as OTLP over HTTP; without it none are made',
    schemes: ['http', 'https'],
  }),
  standardOtlpEndpoint: url('OTEL_EXPORTER_OTLP_ENDPOINT', {
    about: 'the same, if TESSERA_OTLP_ENDPOINT is not set',
    schemes: ['http', 'https'],
  }),
  sentinel: choice(
    'TESSERA_SENTINEL',
    'whether each group of writes gets the checks of `ledger verify`; for staging',
    ['off', 'on'],
    'off',
  ),
  tracePercent: whole(
    'TESSERA_TRACE_PERCENT',
    'percent of traces that are exported, unless the caller of a request has decided',
    [100, 0, 100],
  ),
} as const
