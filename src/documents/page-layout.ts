/** The page in points: A4, 595 by 842, with margins. */
export const LEFT = 42
export const RIGHT = 553
export const WIDTH = RIGHT - LEFT
export const TOP = 42
export const BOTTOM = 790

export const SIZES = { title: 18, lead: 11, text: 9, small: 7.5 } as const

export const COLORS = {
  ink: '#1c1917',
  soft: '#57534e',
  line: '#d6d3d1',
  clay: '#a8452f',
  clayLight: '#d98a74',
  failed: '#b42318',
} as const
