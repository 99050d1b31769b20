import type { Telemetry, TelemetryOptions } from './telemetry.ts'

/** Starts to export traces and metrics. Loads the SDK. */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { startOtlp } = await import('./otlp.ts')
  return startOtlp(options)
}
