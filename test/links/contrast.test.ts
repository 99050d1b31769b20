import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONTRAST_MIN, contrastOf } from '../../src/links/contrast.ts'
import { INKS, readTemplate, textOn, type TemplateInput } from '../../src/links/link-template.ts'

const PLAIN: TemplateInput = {
  name: 'Any',
  logoImageId: undefined,
  accentColor: undefined,
  paperColor: undefined,
  senderName: undefined,
  replyTo: undefined,
  secondFactor: 'NONE',
  secondFactorFrom: undefined,
  texts: [],
}

test('contrasts are computed as WCAG defines them', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.478, 3)
  expect(contrastOf('#ff0000', '#ffffff')).toBeCloseTo(3.998, 3)
})

test('a template accepts exactly the colors on which all texts have enough contrast', () => {
  const colors = fc
    .integer({ min: 0, max: 0xff_ff_ff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colors, (color) => {
      const accent = contrastOf(color, textOn(color)) >= CONTRAST_MIN
      const { ink, soft, failed } = INKS
      const paper = [ink, soft, failed].every((text) => contrastOf(color, text) >= CONTRAST_MIN)
      expect(accepts({ accentColor: color })).toBe(accent)
      expect(accepts({ paperColor: color })).toBe(paper)
    }),
  )
})

function accepts(input: Partial<TemplateInput>): boolean {
  try {
    readTemplate({ ...PLAIN, ...input })
    return true
  } catch {
    return false
  }
}
