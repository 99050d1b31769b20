import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { compact, type Decimal } from '../format/format.ts'
import classes from './plot.module.css'
import { scaleOf } from './scale.ts'

interface Point {
  readonly at: string
  /** Undefined if it is not known. */
  readonly value: number | Decimal | undefined
}

export interface PlottedSeries {
  /** Sums over a period are bars; a state that lasts is a line. */
  readonly kind: 'bars' | 'line'
  /** Oldest first. */
  readonly points: readonly Point[]
  /** Returns a value as it is shown beside its point. */
  format(value: number | Decimal): string
}

// In pixels.
const AXIS_HEIGHT = 22
const AXIS_GAP = 8
const DIGIT_WIDTH = 6.5
const LABEL_WIDTH = 64
const BAR_WIDTH_MAX = 48
const TOP = 16
const BAR_SHARE = 0.7

/** The layout of a chart in pixels: `x` of a point by its index, and `y` of a value. */
interface Places {
  readonly left: number
  readonly width: number
  readonly slot: number
  x(at: number): number
  y(value: number): number
}

/** A chart. It begins at 0, whatever its values are; those below 0 have a color of their own. */
export function Plot({
  kind,
  points,
  format,
  height,
}: PlottedSeries & { readonly height: number }) {
  const { ref, width } = useElementSize()
  const [hovered, hover] = useState<number>()
  const values = points.flatMap(({ value }) => (value === undefined ? [] : Number(value)))
  const { low, high, ticks } = scaleOf(values)
  const left = Math.max(...ticks.map((tick) => compact(tick).length)) * DIGIT_WIDTH + AXIS_GAP
  const slot = Math.max(0, width - left) / points.length
  const tall = height - AXIS_HEIGHT - TOP
  const places: Places = {
    left,
    width,
    slot,
    x: (at) => left + (at + 0.5) * slot,
    y: (value) => TOP + ((high - value) / (high - low || 1)) * tall,
  }
  const step = Math.max(1, Math.ceil(LABEL_WIDTH / (slot || 1)))
  // The label of the last point is moved into the box, and must not cover the one before it.
  const last = width - LABEL_WIDTH / 2
  const hasLabel = (index: number): boolean => {
    const isLast = index === points.length - 1
    const [x, isOnStep] = [places.x(index), (points.length - 1 - index) % step === 0]
    return isOnStep && x >= LABEL_WIDTH / 2 && (isLast || last - x >= LABEL_WIDTH)
  }
  const Marks = kind === 'bars' ? Bars : Line
  return (
    <div
      ref={ref}
      className={classes.plot}
      aria-hidden="true"
      onPointerLeave={() => hover(undefined)}
      onPointerMove={({ clientX, currentTarget }) => {
        const at = Math.floor((clientX - currentTarget.getBoundingClientRect().left - left) / slot)
        hover(at >= 0 && at < points.length ? at : undefined)
      }}
    >
      <svg height={height}>
        {ticks.map((tick) => (
          <g key={tick} transform={`translate(0 ${places.y(tick)})`}>
            <line x1={left} x2={width} className={tick === 0 ? classes.zero : undefined} />
            <text x={left - AXIS_GAP} dy="0.35em" textAnchor="end">
              {compact(tick).replace('-', '−')}
            </text>
          </g>
        ))}
        {points.map(({ at }, index) =>
          hasLabel(index) ? (
            <text
              key={at}
              x={Math.min(places.x(index), last)}
              y={height - AXIS_GAP / 2}
              textAnchor="middle"
            >
              {at}
            </text>
          ) : null,
        )}
        {width > 0 && <Marks points={points} places={places} />}
      </svg>
      <Tooltip point={points[hovered ?? -1]} x={places.x(hovered ?? 0)} format={format} />
    </div>
  )
}

interface MarksProps {
  readonly points: readonly Point[]
  readonly places: Places
}

function Bars({ points, places: { x, y, slot } }: MarksProps) {
  const width = Math.min(BAR_WIDTH_MAX, slot * BAR_SHARE)
  return points.map(({ at, value = 0 }, index) => {
    const [top, bottom] = [y(Math.max(0, Number(value))), y(Math.min(0, Number(value)))]
    return (
      <rect
        key={at}
        className={classes.bar}
        data-below={Number(value) < 0 || undefined}
        x={x(index) - width / 2}
        y={top}
        width={width}
        height={bottom - top}
        rx={Math.min(2, width / 2)}
      />
    )
  })
}

/** A line over a soft area; a single value is a dot, and the last one is marked. */
function Line({ points, places: { x, y } }: MarksProps) {
  const known = points.flatMap(({ value }, at) =>
    value === undefined ? [] : { x: x(at), y: y(Number(value)), isBelow: Number(value) < 0 },
  )
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return null
  // A state holds until the next point.
  const path = known.map((one, at) => (at === 0 ? `M${one.x} ${one.y}` : `H${one.x}V${one.y}`))
  const line = path.join('')
  return (
    <>
      <path className={classes.area} d={`${line}V${y(0)}H${first.x}Z`} />
      <path className={classes.line} d={line} />
      <circle
        className={classes.dot}
        data-below={last.isBelow || undefined}
        cx={last.x}
        cy={last.y}
        r={3}
      />
    </>
  )
}

interface TooltipProps {
  readonly point: Point | undefined
  readonly x: number
  readonly format: PlottedSeries['format']
}

/** The label and the value of the point under the pointer. */
function Tooltip({ point, x, format }: TooltipProps) {
  if (point?.value === undefined) return null
  return (
    <div className={classes.tooltip} style={{ left: x }}>
      {point.at} · <b>{format(point.value)}</b>
    </div>
  )
}
