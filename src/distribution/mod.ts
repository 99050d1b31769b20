/**
 * Twins: statements for a database that Citus distributes, in place of those that Citus cannot plan
 * or plans badly. A twin is found by the function whose statement it replaces. Owns no table.
 * Connections of this `connect` use them.
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
import './waiting-batches-rows.ts'
import './webhooks-rows.ts'

export { connect } from '../db/mod.ts'
