import { extractText, getDocumentProxy } from 'unpdf'

/** Returns the text of each page of a PDF, as another program reads it. */
export async function pdfPages(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)))
  return text
}
