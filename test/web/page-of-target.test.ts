import { expect, test } from 'vitest'
import { pageOfTarget } from '../../web/src/format/page-of-target.ts'

test.each([
  ['partner:6:USD', '/console/partners/6/funds'],
  ['partner:6', '/console/partners/6'],
  ['reconciliation:3', '/console/reconciliations/3'],
  ['transfer:trf_1_93', '/console/trace?q=trf_1_93'],
  ['lot:296:spring', '/console/catalog/296'],
  ['credit_import:7:0197a3c8', '/console/partners/7/credits'],
  ['link:lnk_8589934597', '/console/links/lnk_8589934597'],
  ['webhook-endpoint:whe_1_2', '/console/partners/1/webhooks/whe_1_2'],
  ['upstream:acme', '/console/suppliers/accounts/tessera:acme'],
  ['supplier:reloadly:main', '/console/suppliers/accounts/reloadly:main'],
  ['supplier:sandbox', '/console/suppliers'],
  ['supplier:tillo:main product:5', '/console/catalog/5'],
])('%s has the page %s', (target, page) => {
  expect(pageOfTarget(target)).toBe(page)
})

test.each(['erasure:1', 'ledger', 'constructor:1', ''])('%j has no page', (target) => {
  expect(pageOfTarget(target)).toBeUndefined()
})
