import { TOP } from './page-layout.ts'
import type { PageText, Pdf } from './page-text.ts'

/** A page being drawn, and how far down it is filled. */
export interface Sheet {
  readonly pdf: Pdf
  readonly text: PageText
  y: number
}

export function newPage(sheet: Sheet): void {
  sheet.pdf.addPage()
  sheet.y = TOP
}
