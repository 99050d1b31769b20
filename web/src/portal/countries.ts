import type { Choice } from '../components/choice.ts'
import { LANGUAGE } from '../format/locale.ts'

/** The ISO 3166 codes of countries. */
const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY ' +
  'BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ ' +
  'FM FR GA GB GD GE GH GI GL GM GN GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM ' +
  'JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML ' +
  'MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW ' +
  'PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN ' +
  'TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS YE ZA ZM ZW'

let choices: readonly Choice[] | undefined

/** Returns the countries by their names, in the order of the reader's language. */
export function countryChoices(): readonly Choice[] {
  return (choices ??= sortedByName())
}

function sortedByName(): readonly Choice[] {
  const names = new Intl.DisplayNames(LANGUAGE, { type: 'region' })
  const all = CODES.split(' ').map((value) => ({ value, label: names.of(value) ?? value }))
  return all.toSorted((one, other) => one.label.localeCompare(other.label, LANGUAGE))
}
