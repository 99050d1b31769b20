import { createHash } from 'node:crypto'

/**
 * The one script of these pages: it copies a code and says so, and prints. The page of a card shows
 * the buttons only if it runs. If the browser does not allow copying, the code is selected instead.
 */
export const CARD_SCRIPT = `
for (const button of document.querySelectorAll('button[data-copies]')) {
  const value = document.getElementById(button.dataset.copies)
  const said = document.getElementById('said')
  button.hidden = false
  button.addEventListener('click', async () => {
    said.textContent = ''
    try {
      await navigator.clipboard.writeText(value.textContent)
      said.textContent = button.dataset.copied
    } catch {
      getSelection().selectAllChildren(value)
      said.textContent = button.dataset.selected
    }
  })
}
for (const button of document.querySelectorAll('button[data-prints]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
`

const HASH_LENGTH = 16
const hash = createHash('sha256').update(CARD_SCRIPT).digest('hex').slice(0, HASH_LENGTH)

/** Has the hash of the script, so that browsers may cache it for ever. */
export const CARD_SCRIPT_PATH = `/card-${hash}.js`
