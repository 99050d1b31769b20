import { Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import shared from '../components/components.module.css'
import { lazyPart } from '../components/lazy-part.ts'
import { messages } from '../messages/messages.ts'
import classes from './chart.module.css'
import type { PlottedSeries } from './plot.tsx'

/** Loaded when a chart is first shown. */
const Plot = lazyPart(() => import('./plot.tsx'), 'Plot')

interface Props extends PlottedSeries {
  readonly label: string
  /** One figure that says what the chart is about, such as a sum. */
  readonly total: string
  /** What the figure is to be compared with. */
  readonly note?: string
}

/**
 * A chart with its title, or the table of its values. Screen readers hear its highest and its
 * latest value.
 */
export function Chart({ label, total, note, ...plotted }: Props) {
  const { points, format } = plotted
  const [isTable, setTable] = useState(false)
  const values = points.flatMap(({ value }) => value ?? [])
  const isEmpty = values.every((value) => Number(value) === 0)
  return (
    <Paper withBorder p="md" component="figure" m={0} aria-label={summaryOf(label, plotted)}>
      <Group component="figcaption" justify="space-between" wrap="nowrap">
        <Text size="sm" c="dimmed" span>
          {label}
        </Text>
        {!isEmpty && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {messages.charts.table}
          </Button>
        )}
      </Group>
      <Text size="xl" fw={550} className={shared.number}>
        {total}
      </Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {messages.charts.empty}
        </Text>
      ) : isTable ? (
        <Values {...plotted} />
      ) : (
        <Suspense fallback={<Skeleton height={HEIGHT} aria-busy="true" />}>
          <Plot {...plotted} format={format} height={HEIGHT} />
        </Suspense>
      )}
    </Paper>
  )
}

/** In pixels. */
const HEIGHT = 160

function Values({ points, format }: PlottedSeries) {
  return (
    <div className={classes.values} style={{ height: HEIGHT }} tabIndex={0}>
      <table>
        <tbody>
          {points.map(({ at, value }) => (
            <tr key={at}>
              <th scope="row">{at}</th>
              <td>{value === undefined ? '–' : format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function summaryOf(label: string, { points, format }: PlottedSeries): string {
  const drawn = points.filter(({ value }) => value !== undefined)
  const latest = drawn.at(-1)
  if (!latest) return label
  const highest = drawn.reduce((best, one) => (Number(one.value) > Number(best.value) ? one : best))
  const text = ({ at, value = 0 }: (typeof points)[number]): string => `${format(value)}, ${at}`
  return messages.charts.summary(label, text(highest), text(latest))
}
