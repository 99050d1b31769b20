/** In pixels, of each column: a narrower table scrolls. */
export const COLUMN_WIDTH_MIN = 110
