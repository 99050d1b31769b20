import type { Json } from '../support/client.ts'
import { readYaml } from './files.ts'
import { renderChart } from './render-chart.ts'

type Variables = Readonly<Record<string, string>>

/**
 * Returns the variables of a service of the compose file, with those of the file `.env` filled in.
 */
export function composeEnvironment(service: string, filledIn: Variables): Variables {
  const { environment } = readYaml('deploy/docker/compose.yml').services[service]
  return textsOf(environment, (text) =>
    text.replaceAll(/\$\{(\w+)(:[?-])?([^}]*)\}/g, (_all, name: string, kind, rest: string) => {
      const value = filledIn[name] ?? ''
      if (value === '' && kind === ':?') throw new Error(`${name}: ${rest}`)
      return value === '' && kind === ':-' ? rest : value
    }),
  )
}

/** A container of the chart, as Kubernetes would start it. */
export interface ChartContainer {
  readonly environment: Variables
  /** The arguments after the entry point; undefined for the command of the image. */
  readonly args: readonly string[] | undefined
}

/** Returns the container of a workload of the chart, with the secret that the operator makes. */
export function chartContainer(workload: string, secret: Variables): ChartContainer {
  const object = renderChart().get(workload)
  const [container] = object.spec.template.spec.containers
  const own: Json[] = container.env ?? []
  const values = Object.fromEntries(own.map(({ name, value }) => [name, value]))
  return { environment: { ...values, ...secret }, args: container.args }
}

function textsOf(environment: Json, fill: (text: string) => string): Variables {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, fill(String(value))]),
  )
}
