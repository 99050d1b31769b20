import { invalidParameter, parseOrderId, type OrderName } from '../../core/mod.ts'
import { parseEventId } from '../../events/mod.ts'
import { parseTransferId, type TransferName } from '../../ledger/mod.ts'
import { maybe, ParameterFault, type Parameter } from './query.ts'

/** Reads an order id. Does not check that the order exists. */
export function optionalOrderName(): Parameter<OrderName | undefined> {
  return maybe({ type: 'string', description: 'The id of an order' }, (text) => {
    const name = parseOrderId(text)
    if (!name) throw new ParameterFault('must be the id of an order')
    return name
  })
}

/** Reads the id of a transfer. Does not check that the transfer exists. */
export function optionalTransferName(): Parameter<TransferName | undefined> {
  const schema = { type: 'string', description: 'The id of a transaction, such as trf_2_117' }
  return maybe(schema, (text) => {
    const name = parseTransferId(text)
    if (!name) throw new ParameterFault('must be the id of a transaction, such as trf_2_117')
    return name
  })
}

/** Reads the id of an event. Returns a function of the partner that the event must belong to. */
export function optionalEventNo(): Parameter<((partnerId: number) => number) | undefined> {
  const schema = { type: 'string', description: 'The id of an event, such as evt_2_117' }
  return maybe(schema, (text) => {
    if (!/^evt_\d+_\d+$/.test(text))
      throw new ParameterFault('must be the id of an event, such as evt_2_117')
    return (partnerId) => {
      const eventNo = parseEventId(text, partnerId)
      if (eventNo !== undefined) return eventNo
      throw invalidParameter('after', 'must be the id of an event of this partner')
    }
  })
}

/** The bounds of a numeric id. */
export const ID_BOUNDS = { min: 1, max: Number.MAX_SAFE_INTEGER }
