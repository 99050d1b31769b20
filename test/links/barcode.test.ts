import { expect, test } from 'vitest'
import type { Barcode } from '../../src/content/mod.ts'
import { barcodeOf } from '../../src/http/claim/barcode.ts'

interface Drawing {
  readonly html: string
  /** The row of modules of a bar code, where 1 is black. */
  readonly modules: string
}

async function draw(text: string, barcode?: Barcode): Promise<Drawing | undefined> {
  const html = (await barcodeOf({ text, label: 'Bar code', barcode }))?.text
  if (html === undefined) return undefined
  const [, width = '0'] = /viewBox="0 0 (\d+) /.exec(html) ?? []
  const modules = Array.from({ length: Number(width) }, () => '0')
  for (const [, bar = '', path = ''] of html.matchAll(/stroke-width="(\d)" d="([^"]*)"/g)) {
    for (const [, middle] of path.matchAll(/M([\d.]+) /g)) {
      const from = Number(middle) - Number(bar) / 2
      for (let at = 0; at < Number(bar); at += 1) modules[from + at] = '1'
    }
  }
  return { html, modules: modules.join('').replace(/^0+|0+$/g, '') }
}

/** The left-hand digits with odd parity, as GS1 lists them. */
const ODD = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'
const FIRST = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'

function invert(digit: string): string {
  return digit.replace(/\d/g, (one) => (one === '1' ? '0' : '1'))
}

function reverse(digit: string): string {
  return digit.split('').toReversed().join('')
}

/** Reads an EAN-13 as a till does. */
function readEan(modules: string): string {
  const left = ODD.split(' ')
  const right = left.map(invert)
  const even = right.map(reverse)
  const digitAt = (at: number): string => modules.slice(at, at + 7)
  const lefts = Array.from({ length: 6 }, (_, at) => digitAt(3 + at * 7))
  const parity = lefts.map((digit) => (left.includes(digit) ? 'L' : 'G')).join('')
  const digits = lefts.map((digit) => Math.max(left.indexOf(digit), even.indexOf(digit)))
  const others = Array.from({ length: 6 }, (_, at) => right.indexOf(digitAt(50 + at * 7)))
  return [FIRST.split(' ').indexOf(parity), ...digits, ...others].join('')
}

/** Characters of Code 39 for the tests: n is narrow, w is wide; bars and spaces alternate. */
const CODE_39: Readonly<Record<string, string>> = {
  nwnnwnwnn: '*',
  wnnnnwnnw: 'A',
  nnwnnwnnw: 'B',
  nwnnnnwnw: '-',
  wnnwnnnnw: '1',
  nnwwnnnnw: '2',
}

function readCode39(modules: string): string {
  const runs = [...modules.matchAll(/0+|1+/g)].map(([run]) => (run.length > 1 ? 'w' : 'n'))
  const characters = Array.from({ length: (runs.length + 1) / 10 }, (_, at) =>
    runs.slice(at * 10, at * 10 + 9).join(''),
  )
  return characters.map((one) => CODE_39[one] ?? '?').join('')
}

test('a number is drawn in the format of its product, and read back as that number', async () => {
  const ean = await draw('4006381333931', 'EAN_13')
  expect(readEan(ean?.modules ?? '')).toBe('4006381333931')
  const code39 = await draw('AB-12', 'CODE_39')
  expect(readCode39(code39?.modules ?? '')).toBe('*AB-12*')
  // The start and the stop of Code 128.
  const code128 = await draw('6035710000000001', 'CODE_128')
  expect(code128?.modules).toMatch(/^11010011100.*1100011101011$/)
  expect((await draw('6035710000000001', 'QR'))?.html).toContain('class="qr"')
  // Each row of PDF417 begins with eight black modules and one of each color.
  expect((await draw('6035710000000001', 'PDF_417'))?.html).toMatch(
    /d="M4 \d+L12 \d+L12 4L4 4ZM13 \d+L14 /,
  )
})

test('the default format is Code 128, and QR for text that bars cannot encode', async () => {
  expect((await draw('6035710000000001'))?.modules).toMatch(/^11010011100.*1100011101011$/)
  for (const text of ['https://example.com/r/1', 'x'.repeat(33), 'Größe 1']) {
    expect((await draw(text))?.html).toContain('class="qr"')
  }
})

test.each<[Barcode, string]>([
  ['EAN_13', '4006381333932'],
  ['EAN_13', '400638133393'],
  ['EAN_13', 'ABC'],
  ['CODE_39', 'ab-12'],
  ['CODE_128', 'Größe 1'],
  ['PDF_417', 'Größe 1'],
  ['QR', 'x'.repeat(5_000)],
])('%s cannot carry %s, so nothing is drawn in its place', async (barcode, text) => {
  expect(await draw(text, barcode)).toBeUndefined()
})
