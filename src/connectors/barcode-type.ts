import { BARCODES, type Barcode } from '../content/mod.ts'
import { sql, type Db } from '../db/mod.ts'
import type { Code } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { codeOf, openUnits } from './units.ts'

interface OrderKey {
  readonly partnerId: number
  readonly orderNo: number
}

/**
 * Returns the type of barcode that tills scan for a code of an order, as its supplier named it;
 * undefined if the code was not purchased, or the supplier named none.
 */
export async function barcodeTypeOf(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  { partnerId, orderNo }: OrderKey,
  code: Code,
): Promise<Barcode | undefined> {
  const creates = await db.rows(sql<{ readonly reference: string; readonly kept: Buffer }>`
    select reference, kept from supplier_creates
    where partner_id = ${partnerId} and order_no = ${orderNo}
      and status = 'DONE' and kept is not null`)
  await vault.prepare(creates.map(({ kept }) => kept))
  const codeText = JSON.stringify(codeOf(unitOf(code)))
  const units = creates.flatMap(({ reference, kept }) => openUnits(vault, { reference }, kept))
  const unit = units.find((one) => JSON.stringify(codeOf(one)) === codeText)
  return knownType(unit?.barcodeType)
}

function unitOf({ giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl }: Code) {
  return {
    number: giftCardNumber,
    pin: giftCardPin,
    barcode: barCodeNumber,
    url: redemptionUrl,
  }
}

/** Suppliers write the same names in their own ways: `CODE128`, `code-128`, `ean-13`, `QR`. */
function knownType(name = ''): Barcode | undefined {
  const plain = name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return BARCODES.find((one) => one.replaceAll('_', '') === (plain === 'QRCODE' ? 'QR' : plain))
}
