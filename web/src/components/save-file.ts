/** Has the browser save CSV under a name. */
export function saveCsv(text: string, name: string): void {
  saveFile(new Blob([text], { type: 'text/csv' }), name)
}

/** Has the browser save a file under a name. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
