import type * as calls from '#contract/applications/applications.ts'
import { readCredit } from '../../credit/read-credit.ts'
import { reverseCharge } from '../../credit/spending/reverse-charge.ts'
import {
  captureHold,
  chargeCredit,
  extendHold,
  holdCredit,
  releaseHold,
} from '../../credit/spending/spend-credit.ts'
import type { Deps } from '../../deps.ts'
import { storeUsageLabels } from '../keys/applications.store.ts'
import { toCharge, toHold, showBalances } from './answers.ts'
import { readDayStatement } from './day-statement.ts'
import { introspectKey } from './introspect-key.ts'
import { listDayCharges, listUserCharges, readCharge } from './list-charges.ts'
import { requireOpenAccount } from './require-reach.ts'
import type { ApplicationHandlers } from './serve-applications.ts'

/** Binds each call of an application to what it does. Keep it a table: no logic here. */
export function applicationHandlers(deps: Deps): ApplicationHandlers<typeof calls> {
  return {
    async userCredit({ input: { user }, application }) {
      await requireOpenAccount(deps.sql, application, user)
      const { expiring, ...credit } = await readCredit(deps.sql, user)
      return {
        ...credit,
        expiring: expiring.map(({ amount, expiresAt }) => ({
          ...{ amount, expiresAt: expiresAt.toISOString() },
        })),
      }
    },
    async holdCredit({ input: { user: userId, key = null, ...terms }, origin }) {
      const request = { userId, ...origin }
      const made = await showBalances(
        deps.sql,
        request,
        holdCredit(deps, request, { ...terms, apiKeyId: key }),
      )
      return { ...made, hold: toHold(made.hold) }
    },
    async captureHold({ input: { user: userId, id: holdId, ...measured }, origin }) {
      const request = { userId, ...origin }
      const made = await showBalances(
        deps.sql,
        request,
        captureHold(deps, request, { holdId, ...measured }),
      )
      const charge = made.charge && toCharge(userId, made.charge)
      return { ...made, charge, hold: toHold(made.hold) }
    },
    async releaseHold({ input: { user: userId, id }, origin }) {
      const request = { userId, ...origin }
      const made = await showBalances(deps.sql, request, releaseHold(deps, request, id))
      return { ...made, hold: toHold(made.hold) }
    },
    async extendHold({ input: { user: userId, id: holdId, ...terms }, origin }) {
      const request = { userId, ...origin }
      const made = await showBalances(
        deps.sql,
        request,
        extendHold(deps, request, { holdId, ...terms }),
      )
      return { ...made, hold: toHold(made.hold) }
    },
    async chargeCredit({ input: { user: userId, key = null, ...terms }, origin }) {
      const request = { userId, ...origin }
      const made = await showBalances(
        deps.sql,
        request,
        chargeCredit(deps, request, { ...terms, apiKeyId: key }),
      )
      return { ...made, charge: toCharge(userId, made.charge) }
    },
    async reverseCharge({ input: { user: userId, id: chargeId, ...terms }, origin }) {
      const request = { userId, ...origin }
      const made = await showBalances(
        deps.sql,
        request,
        reverseCharge(deps, request, { chargeId, ...terms }),
      )
      const { createdAt, ...reversal } = made.reversal
      return {
        ...made,
        charge: toCharge(userId, made.charge),
        reversal: { ...reversal, createdAt: createdAt.toISOString() },
      }
    },
    userCharges: (call) => listUserCharges(deps, call),
    dayCharges: (call) => listDayCharges(deps, call),
    findCharge: (call) => readCharge(deps, call),
    dayStatement: (call) => readDayStatement(deps, call),
    introspectKey: (call) => introspectKey(deps, call),
    async setUsageLabels({ input, application }) {
      await storeUsageLabels(deps.sql, application.id, input.labels)
      return input
    },
  }
}
