import { expect, test } from 'vitest'
import * as reminders from '#contract/account/reminders.ts'
import { adjust } from '../../testing/credit.ts'
import { accountsPerFile, openHold } from '../../testing/applications/spending.ts'
import { eraseClosedAccounts } from '../../account/closing/close-account.ts'
import { endSpending } from '../../applications/keys/end-spending.ts'
import { chargeCredit, releaseHold } from '../spending/spend-credit.ts'
import { remindOfEndingCredit, remindOfLowCredit } from './remind.ts'

const DAY_MS = 86_400_000
const terms = { reason: '翻译文档', usage: null }

const newAccount = accountsPerFile()

async function openWatched(wanted = { lowCredit: 100, expiringDays: null as number | null }) {
  const account = await newAccount()
  const { server, deps, ann, newRequest } = account
  const saved = await ann.call(reminders.saveReminders, wanted)
  expect(saved.body.data).toEqual(wanted)
  return {
    ...account,
    charge: (amount: number) => chargeCredit(deps, newRequest(), { ...terms, amount }),
    lowBalances: () =>
      server.sql`select user_id from credit_low_balances where user_id = ${ann.user.id}`,
    /** Subjects of the reminder mails after two nodes have run the jobs at once. */
    async remind(): Promise<string[]> {
      await Promise.all([1, 2].map(() => remindOfLowCredit(deps)))
      await Promise.all([1, 2].map(() => remindOfEndingCredit(deps)))
      return (await server.mails(ann.user.email)).map(({ subject }) => subject)
    },
  }
}

test('each fall below the threshold is mailed once, by however many nodes', async () => {
  const shop = await openWatched()
  await shop.charge(400)
  expect(await shop.remind()).toEqual([])
  await Promise.all([1, 2, 3].map(() => shop.charge(10)))
  expect(await shop.remind()).toEqual(['您的积分低于 100'])
  await shop.charge(10)
  expect(await shop.remind()).toHaveLength(1)
  const [mail] = await shop.server.mails(shop.ann.user.email)
  expect(mail!.text).toContain('可用积分：70')
  expect(mail!.text).toContain('/account/recharge')

  await adjust(shop.server, shop.ann, { delta: 100 })
  expect(await shop.remind()).toHaveLength(1)
  await shop.charge(100)
  expect(await shop.remind()).toHaveLength(2)
})

test('credit that comes back before the mail is queued takes the mail back; a threshold above the balance is no crossing', async () => {
  const shop = await openWatched()
  await shop.charge(450)
  await adjust(shop.server, shop.ann, { delta: 500 })
  expect(await shop.remind()).toEqual([])

  const above = await openWatched({ lowCredit: 1000, expiringDays: null })
  await above.charge(100)
  expect(await above.remind()).toEqual([])
})

test('a hold that stays for ten minutes counts, and its release arms the mail again', async () => {
  const shop = await openWatched()
  const { server, deps, ann, application, newRequest, lowBalances } = shop
  const hold = await openHold(server, ann, 450, application)
  expect(await shop.remind()).toEqual([])
  await server.sql`update credit_low_balances 
    set due_at = due_at - interval '10 minutes' where user_id = ${ann.user.id}`
  expect(await shop.remind()).toHaveLength(1)
  await releaseHold(deps, newRequest(), hold.id)
  expect(await lowBalances()).toEqual([])
  await shop.charge(450)
  expect(await shop.remind()).toHaveLength(2)
})

test('a lower threshold arms the mail again, and the same one stored again does not', async () => {
  const shop = await openWatched()
  const save = (lowCredit: number) =>
    shop.ann.call(reminders.saveReminders, { lowCredit, expiringDays: null })
  await shop.charge(450)
  expect(await shop.remind()).toHaveLength(1)
  await save(100)
  await shop.charge(10)
  expect(await shop.remind()).toHaveLength(1)
  await save(20)
  await shop.charge(30)
  expect((await shop.remind())[1]).toBe('您的积分低于 20')
})

test('each end of credit is mailed once within the days of the setting', async () => {
  const shop = await openWatched({ lowCredit: 1, expiringDays: 7 })
  const { server, ann, deps } = shop
  const expiresAt = new Date(deps.now().getTime() + 10 * DAY_MS)
  await adjust(server, ann, { delta: 200, expiresAt })
  expect(await shop.remind()).toEqual([])
  server.advance(4 * DAY_MS)
  expect(await shop.remind()).toEqual(['您有 200 积分即将到期'])
  expect(await shop.remind()).toHaveLength(1)
  await adjust(server, ann, { delta: 30, expiresAt: new Date(expiresAt.getTime() - DAY_MS) })
  expect((await shop.remind())[1]).toBe('您有 30 积分即将到期')
})

test('the link of a mail unsubscribes by a POST without cookie, for this kind alone; a GET only asks', async () => {
  const shop = await openWatched({ lowCredit: 100, expiringDays: 7 })
  await shop.charge(450)
  await shop.remind()
  const [mail] = await shop.server.mails(shop.ann.user.email)
  const { pathname } = new URL(/https?:\/\/\S+\/unsubscribe\/\S+/.exec(mail!.text)![0])
  const settings = async () => (await shop.ann.call(reminders.readReminders, {})).body.data
  const post = (url: string) =>
    shop.server.app.inject({
      ...{ method: 'POST', url, payload: 'List-Unsubscribe=One-Click' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

  const asked = await shop.server.app.inject({ method: 'GET', url: pathname })
  expect(asked.statusCode).toBe(200)
  expect(asked.body).toContain('退订此提醒？')
  expect((await post(pathname.replace('/low.', '/expiring.'))).statusCode).toBe(404)
  expect(await settings()).toEqual({ lowCredit: 100, expiringDays: 7 })

  const bob = await shop.server.newUser()
  await bob.call(reminders.saveReminders, { lowCredit: 100, expiringDays: 7 })
  const forBob = pathname.replace(shop.ann.user.id, bob.user.id)
  expect(forBob).not.toBe(pathname)
  expect((await post(forBob)).statusCode).toBe(404)
  expect((await bob.call(reminders.readReminders, {})).body.data.lowCredit).toBe(100)

  expect((await post(pathname)).statusCode).toBe(200)
  expect((await post(pathname)).statusCode).toBe(200)
  expect(await settings()).toEqual({ lowCredit: null, expiringDays: 7 })
  await adjust(shop.server, shop.ann, { delta: 500 })
  await shop.charge(450)
  expect(await shop.remind()).toHaveLength(1)
})

test('an account that is closing gets no mails, and its erasure clears the settings', async () => {
  const shop = await openWatched({ lowCredit: 100, expiringDays: 7 })
  const { server, deps, ann, lowBalances } = shop
  await shop.charge(450)
  await server.sql`update users set closing_at = ${deps.now()} where id = ${ann.user.id}`
  expect(await shop.remind()).toEqual([])
  await eraseClosedAccounts(deps, endSpending, new AbortController().signal)
  expect(
    await server.sql`
      select low_credit as low, expiring_days as days from credit_accounts where user_id = ${ann.user.id}`,
  ).toEqual([{ low: null, days: null }])
  expect(await lowBalances()).toEqual([])
})

test('settings out of range are refused, and a visitor has none', async () => {
  const shop = await openWatched()
  for (const wrong of [{ lowCredit: 0 }, { lowCredit: 1.5 }, { expiringDays: 91 }]) {
    const wanted = { lowCredit: null, expiringDays: null, ...wrong }
    const { status, body } = await shop.ann.call(reminders.saveReminders, wanted)
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({
      ...{ status: 400, fields: Object.keys(wrong) },
    })
  }
  const { status } = await shop.server.visitor().call(reminders.readReminders, {})
  expect(status).toBe(401)
})

test('a reminder whose mail could not be queued is queued by the next run', async () => {
  const shop = await openWatched()
  await shop.charge(450)
  const { deps, server, ann } = shop
  const broken = { ...deps, config: { ...deps.config, publicUrl: 'no address' } }
  await expect(remindOfLowCredit(broken)).rejects.toThrow('not a web address')
  expect(await server.mails(ann.user.email)).toEqual([])
  await remindOfLowCredit(deps)
  expect(await server.mails(ann.user.email)).toHaveLength(1)
})
