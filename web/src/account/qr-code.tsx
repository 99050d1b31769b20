import { encode } from 'uqr'

/** The margin that scanners need, in modules. */
const BORDER = 4
const SIDE_PX = 220

interface Props {
  readonly text: string
  readonly label: string
}

/** A text as a QR code. Dark on light in each color scheme, because some apps read nothing else. */
export function QrCode({ text, label }: Props) {
  const { data, size } = encode(text, { border: BORDER })
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      width={SIDE_PX}
      height={SIDE_PX}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
