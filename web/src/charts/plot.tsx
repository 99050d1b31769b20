import { Paper, Text } from '@mantine/core'
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type TooltipContentProps,
} from 'recharts'
import { compact, type Decimal } from '../format/format.ts'

export interface Plotted {
  /** Sums of a time are bars; a state that goes on is a line. */
  readonly kind: 'bars' | 'line'
  /** Oldest first. */
  readonly points: readonly {
    readonly at: string
    /** Undefined where it is not known. */
    readonly value: number | Decimal | undefined
  }[]
  /** Returns a value as it is shown beside its point. */
  format(value: number | Decimal): string
}

const COLOR = 'var(--mantine-color-anchor)'
const BELOW_ZERO = 'var(--mantine-color-error)'
const LINES = 'var(--mantine-color-default-border)'
const TICK = { fill: 'var(--mantine-color-dimmed)', fontSize: 11 }
const AXIS_HEIGHT = 20
const TICKS_GAP = 24
const BAR_WIDTH_MAX = 48
const WHOLE_CHART = { top: 8, right: 8, bottom: 0, left: 0 }

export function Plot({ kind, points, format, height }: Plotted & { readonly height: number }) {
  const data = points.map(({ at, value: exact }) => {
    const value = exact === undefined ? undefined : Number(exact)
    return { at, value, exact, fill: (value ?? 0) < 0 ? BELOW_ZERO : COLOR }
  })
  const shared = { data, margin: WHOLE_CHART, accessibilityLayer: false }
  const frame = (
    <>
      <CartesianGrid vertical={false} stroke={LINES} />
      <XAxis
        dataKey="at"
        tick={TICK}
        stroke={LINES}
        tickLine={false}
        minTickGap={TICKS_GAP}
        height={AXIS_HEIGHT}
      />
      <YAxis
        tick={TICK}
        axisLine={false}
        tickLine={false}
        // Numbers are as long as the reader's language makes them.
        width="auto"
        tickFormatter={compact}
        allowDecimals={kind === 'line'}
        // Bars begin at 0; small changes of a large amount are seen only if a line does not.
        {...(kind === 'line' && { domain: ['auto', 'auto'] })}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: LINES, opacity: 0.4 }}
        content={(props) => <Point {...props} format={format} />}
      />
    </>
  )
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={height}>
        {kind === 'bars' ? (
          <BarChart {...shared}>
            {frame}
            <Bar dataKey="value" radius={2} maxBarSize={BAR_WIDTH_MAX} isAnimationActive={false} />
          </BarChart>
        ) : (
          <LineChart {...shared}>
            {frame}
            <Line
              dataKey="value"
              type="stepAfter"
              stroke={COLOR}
              strokeWidth={2}
              dot={false}
              isAnimationActive={false}
            />
          </LineChart>
        )}
      </ResponsiveContainer>
    </div>
  )
}

function Point({ active, payload, label, format }: TooltipContentProps & Pick<Plotted, 'format'>) {
  const { exact } = (payload[0]?.payload ?? {}) as { readonly exact?: number | Decimal }
  if (!active || exact === undefined) return null
  return (
    <Paper withBorder px="xs" py={4}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" fw={600}>
        {format(exact)}
      </Text>
    </Paper>
  )
}
