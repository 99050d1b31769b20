import { TOP } from './page-layout.ts'
import type { PageText, Pdf } from './page-text.ts'

/** A page that is being drawn. It is filled down to `y`. */
export interface Sheet {
  readonly pdf: Pdf
  readonly text: PageText
  y: number
}

export function newPage(sheet: Sheet): void {
  sheet.pdf.addPage()
  sheet.y = TOP
}
