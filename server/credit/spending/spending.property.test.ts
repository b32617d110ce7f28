import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '../../http/app-error.ts'
import {
  grantCredit,
  newApplication,
  spendRequest,
} from '../../testing/applications/applications.ts'
import { adjust, listNoGrants } from '../../testing/credit.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts'
import { expireCredit } from '../expire-credit-job.ts'
import { proveLedger } from '../proof/prove-ledger.ts'
import { readCredit } from '../read-credit.ts'
import { reverseCharge } from './reverse-charge.ts'
import { captureHold, chargeCredit, extendHold, holdCredit, releaseHold } from './spend-credit.ts'
import { hasEnded, SpendingModel } from '../../testing/applications/spending-model.ts'
import type { SpendRequest } from './spend.store.ts'

const HOUR_MS = 3_600_000
const reason = '翻译文档'
const amount = fc.integer({ min: 1, max: 900 })
const which = fc.nat(20)

type Step =
  | { do: 'grant'; amount: number; hours: number | null; isBonus: boolean }
  | { do: 'take'; amount: number }
  | { do: 'hold'; amount: number; hours: number }
  | { do: 'charge'; amount: number }
  | { do: 'capture'; which: number; amount: number }
  | { do: 'release'; which: number }
  | { do: 'extend'; which: number; hours: number }
  | { do: 'reverse'; which: number; amount: number | null }
  | { do: 'wait'; hours: number }
  | { do: 'sweep' }

const of = <Name extends string>(name: Name) => fc.constant(name)
const hours = (max: number) => fc.integer({ min: 1, max })

const grant = fc.record({
  do: of('grant'),
  amount,
  hours: fc.option(hours(30), { freq: 2 }),
  isBonus: fc.boolean(),
})
const steps: [number, fc.Arbitrary<Step>][] = [
  [3, grant],
  [1, fc.record({ do: of('take'), amount: fc.integer({ min: 1, max: 200 }) })],
  [4, fc.record({ do: of('hold'), amount, hours: hours(24) })],
  [3, fc.record({ do: of('charge'), amount: fc.integer({ min: 1, max: 1_500 }) })],
  [4, fc.record({ do: of('capture'), which, amount: fc.integer({ min: 0, max: 1_500 }) })],
  [1, fc.record({ do: of('release'), which })],
  [1, fc.record({ do: of('extend'), which, hours: hours(24) })],
  [4, fc.record({ do: of('reverse'), which, amount: fc.option<number>(amount) })],
  [3, fc.record({ do: of('wait'), hours: hours(12) })],
  [1, fc.record({ do: of('sweep') })],
]
const step = fc.oneof(...steps.map(([weight, arbitrary]) => ({ weight, arbitrary })))
/** A few lots to begin with, then anything. */
const history = fc
  .tuple(
    fc.array(grant, { minLength: 2, maxLength: 5, size: 'max' }),
    fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
  )
  .map(([grants, rest]) => [...grants, ...rest])

interface Setup {
  server: TestServer
  ann: TestUser
  application: SpendRequest['application']
  model: SpendingModel
}

/** The code of the refusal; null when the call was made. */
async function codeOf(call: Promise<unknown>): Promise<string | null> {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

async function play({ server, ann, application, model }: Setup, one: Step): Promise<void> {
  const { deps } = server
  const request = spendRequest(application, ann)
  const countsLate = !application.isFirstParty
  // every step takes a moment: no two lots or holds end at the same time
  server.advance(1)
  model.now += 1 / HOUR_MS
  switch (one.do) {
    case 'grant': {
      model.grant(one.amount, one.hours, one.isBonus)
      const expiresAt =
        one.hours === null ? null : new Date(deps.now().getTime() + one.hours * HOUR_MS)
      await adjust(server, ann, { delta: one.amount, expiresAt })
      if (!one.isBonus) return
      await server.sql`
        update credit_lots set kind = 'bonus'
        where id = (select id from credit_lots where kind = 'adjust' and remaining = granted order by id desc limit 1)
          and created_at > ${new Date(deps.now().getTime() - 60_000)}`
      return
    }
    case 'take': {
      const refused = model.refusal(one.amount, { countsLate: true })
      if (refused === null) model.spend(one.amount)
      expect(await codeOf(adjust(server, ann, { delta: -one.amount }))).toBe(
        refused === null ? null : 'CREDIT_SHORT',
      )
      return
    }
    case 'hold': {
      const refused = model.refusal(one.amount, { countsLate })
      const asked = { amount: one.amount, reason, expiresIn: one.hours * 3600 }
      if (refused !== null) {
        expect(await codeOf(holdCredit(deps, request, asked))).toBe(refused)
        return
      }
      const { hold } = await holdCredit(deps, request, asked)
      const { now } = model
      model.holds.push({
        id: hold.id,
        amount: one.amount,
        state: 'open',
        begunAt: now,
        endsAt: now + one.hours,
      })
      return
    }
    case 'charge': {
      const refused = model.refusal(one.amount, { countsLate })
      const asked = { amount: one.amount, reason }
      if (refused !== null) {
        expect(await codeOf(chargeCredit(deps, request, asked))).toBe(refused)
        return
      }
      const { charge } = await chargeCredit(deps, request, asked)
      model.charge(charge.id, one.amount)
      return
    }
    case 'capture': {
      const hold = model.holds[one.which % model.holds.length]
      if (!hold) return
      model.expire()
      const asked = { holdId: hold.id, amount: one.amount }
      if (hasEnded(hold, model.now)) {
        expect(await codeOf(captureHold(deps, request, asked))).toBe('HOLD_ENDED')
        return
      }
      if (!application.isFirstParty && one.amount > hold.amount) {
        expect(await codeOf(captureHold(deps, request, asked))).toBe('CAPTURE_LIMIT')
        return
      }
      const { charge } = await captureHold(deps, request, asked)
      if (one.amount === 0) {
        hold.state = 'released'
        return
      }
      model.charge(charge!.id, one.amount)
      hold.state = 'captured'
      return
    }
    case 'release': {
      const hold = model.holds[one.which % model.holds.length]
      if (!hold) return
      model.expire()
      const isEnded = hasEnded(hold, model.now)
      expect(await codeOf(releaseHold(deps, request, hold.id))).toBe(isEnded ? 'HOLD_ENDED' : null)
      if (!isEnded) hold.state = 'released'
      return
    }
    case 'extend': {
      const hold = model.holds[one.which % model.holds.length]
      if (!hold) return
      model.expire()
      const isOpen = hold.state === 'open'
      const asked = { holdId: hold.id, expiresIn: one.hours * 3600 }
      expect(await codeOf(extendHold(deps, request, asked))).toBe(isOpen ? null : 'HOLD_ENDED')
      if (isOpen)
        hold.endsAt = Math.max(hold.endsAt, Math.min(model.now + one.hours, hold.begunAt + 24))
      return
    }
    case 'reverse': {
      const charge = model.charges[one.which % model.charges.length]
      if (!charge) return
      const asked = one.amount ?? charge.left
      const terms = {
        chargeId: charge.id,
        reason,
        ...(one.amount !== null && { amount: one.amount }),
      }
      const isRefused = asked > charge.left || asked === 0
      expect(await codeOf(reverseCharge(deps, request, terms))).toBe(
        isRefused ? 'REVERSAL_LIMIT' : null,
      )
      if (!isRefused) model.reverse(charge, asked)
      return
    }
    case 'wait':
      model.now += one.hours
      server.advance(one.hours * HOUR_MS)
      return
    case 'sweep':
      model.expire()
      await expireCredit(deps)
  }
}

test.each([
  ['the operator’s own application', { isFirstParty: true }],
  ['another application', { isFirstParty: false }],
])(
  'any sequence of holds, charges, reversals and expiry moves the credit as the rules say for %s',
  async (_, kind) => {
    await using server = await startTestServer()
    const application = await newApplication(server, kind)
    await fc.assert(
      fc.asyncProperty(history, async (played) => {
        const ann = await server.newUser()
        if (!kind.isFirstParty) await grantCredit(server, application, ann)
        const setup = { server, ann, application, model: new SpendingModel() }
        for (const one of played) {
          await play(setup, one)
        }
        setup.model.expire()
        await expireCredit(server.deps)
        const { balance, held } = setup.model
        expect(await readCredit(server.sql, ann.user.id)).toMatchObject({
          balance,
          held,
          available: balance - held,
        })
        const lots = await server.sql<{ remaining: number }>`
        select remaining from credit_lots
        where user_id = ${ann.user.id} and kind <> 'debt' and remaining > 0 order by remaining`
        const expected = setup.model.lots
          .map(({ remaining }) => remaining)
          .filter((rest) => rest > 0)
        expect(lots.map(({ remaining }) => remaining)).toEqual(expected.toSorted((a, b) => a - b))
        expect(await proveLedger(server.deps, listNoGrants)).toMatchObject({
          faults: [],
          unread: [],
        })
      }),
      { numRuns: 25, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
    )
  },
  120_000,
)
