import { createTheme } from '@mantine/core'

/** Shades dark enough for text on them: axe requires a contrast of 4.5. */
export const theme = createTheme({
  colors: {
    green: [
      '#f0faf3',
      '#dbf3e2',
      '#b7e6c6',
      '#86d3a1',
      '#4fb977',
      '#2a9c59',
      '#1c7f46',
      '#17683b',
      '#145932',
      '#124a2b',
    ],
  },
  primaryColor: 'green',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  defaultRadius: 'sm',
  fontFamily:
    "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
})
