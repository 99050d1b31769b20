/**
 * What a database that Citus distributes is sent instead of statements that Citus cannot plan, or
 * plans badly: twins, found by the functions whose statements they stand for. Owns no table.
 * Whoever connects with this `connect` has them.
 */
import './cases-rows.ts'
import './consumers-rows.ts'
import './events-rows.ts'
import './fulfillment-rows.ts'
import './inserts-rows.ts'
import './inventory-rows.ts'
import './ledger-rows.ts'
import './orders-rows.ts'
import './released-rows.ts'
import './reports-rows.ts'
import './upstream-rows.ts'
import './waiting-batches-rows.ts'
import './webhooks-rows.ts'

export { connect } from '../db/mod.ts'
