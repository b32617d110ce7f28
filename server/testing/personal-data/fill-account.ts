import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as apiKeys from '#contract/account/api-keys.ts'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { profileFields } from '#contract/fields.ts'
import { requestRefund } from '#contract/recharge/refund-requests.ts'
import { requestInvoice } from '#contract/invoices/invoices.ts'
import { readNotice } from '#contract/account/notices.ts'
import { saveReminders } from '#contract/account/reminders.ts'
import { alertOperator } from '../../alerts/raise-alert.ts'
import { uuidv7 } from '../../db/ids.ts'
import { json } from '../../db/sql.ts'
import { chargeCredit, holdCredit } from '../../credit/spending/spend-credit.ts'
import { reverseCharge } from '../../credit/spending/reverse-charge.ts'
import { beginAction } from '../../operator/audit/actions.store.ts'
import { addAnnouncement } from '../announcements.ts'
import {
  grantCredit,
  newApplication,
  signOnTo,
  spendRequest,
} from '../applications/applications.ts'
import { COMPANY, newNumber, pdfOf } from '../console/invoices.ts'
import type { TestUser } from '../harness.ts'
import { readMailedCode } from '../mailed-secrets.ts'
import type { operatorOf } from '../operator.ts'
import { setUpPasskey, setUpTotp } from '../second-factor.ts'
import { LARGE, type Shop } from '../shop.ts'

/** What only the customer's data contain: words of this form, addresses of these networks, this tax number. */
export const MARKS = /mk[a-z]+mk|192\.0\.2\.\d+|91350100M000100Y43/g
/** Those of an issued invoice, which law asks to keep. */
export const LAW_MARKS = /^mklaw|^91350100M000100Y43$/

export const EMAIL = 'mkaddressmk@example.com'
const UNLIKE = 'mkothermk@example.com'

type Operator = Awaited<ReturnType<typeof operatorOf>>

/** An account with something of every kind that the shop stores about customers, each free text with a mark. */
export async function fillAccount(shop: Shop, operator: Operator): Promise<TestUser> {
  const first = await shop.newUser({
    ...{ email: 'mkformermk@example.com', ip: '192.0.2.77' },
  })
  const act = (...words: string[]) => operator.json([...words, '--yes'])
  await act('users', 'block', first.user.id, '--reason', 'mkblockmk')
  await act('users', 'unblock', first.user.id, '--reason', 'mkunblockmk')
  const ann = await shop.login(first.user.email, first.password, {
    ...{ ip: '192.0.2.78', userAgent: 'mkagentmk' },
  })
  await ann.call(api.account.sendChangeEmailCode, { email: EMAIL })
  const code = await readMailedCode(shop, EMAIL)
  const { status, body } = await ann.call(api.account.changeEmail, { email: EMAIL, code })
  if (status !== 200) throw new Error(`change of e-mail: ${body.code}`)
  const user = { ...ann, user: { ...ann.user, email: EMAIL } }
  await ann.call(api.account.editProfile, markedProfile())
  await addAnnouncement(shop.sql, { kind: 'notice' })
  await ann.call(readNotice, {})
  await fillOrders(shop, user, act)
  await fillInvoices(shop, user, operator, act)
  await fillSpending(shop, user)
  await act('users', 'credit', user.user.id, '--give', '5', '--reason', 'mkadjustmk')
  await fillRequests(shop, user)
  await fillMails(shop, user)
  await setUpPasskey(shop, user, 'mkpasskeymk')
  await setUpTotp(shop, user)
  return user
}

/** With a mark in each field. */
function markedProfile(): InputOf<typeof api.account.editProfile> {
  const marks = Object.keys(profileFields).map((name) => [name, `mk${name.toLowerCase()}mk`])
  return z.parse(z.object(profileFields), Object.fromEntries(marks))
}

type Act = (...words: string[]) => Promise<unknown>

async function fillOrders(shop: Shop, user: TestUser, act: Act): Promise<void> {
  const { orderId } = await shop.buy(user)
  await user.call(requestRefund, { orderId, reason: 'mkaskmk' })
  await act('orders', 'refuse-refund', orderId, '--reason', 'mkanswermk')
  await act('orders', 'refund', orderId, '--amount', '1.00', '--reason', 'mkrefundmk')
  await shop.receiveEvents()
  await audit(shop, { command: 'orders recover', subject: orderId, reason: 'mkrecovermk' })
  const { orderNo } = await shop.order(user, orderId)
  await alertOperator(shop.deps, {
    ...{ kind: 'refund_failed', subject: 're_1', facts: { orderNo, reason: 'mkrefundmk' } },
  })
  const open = await shop.checkout(user)
  await shop.sql`update orders set attempted_from = '192.0.2.79' where id = ${open.orderId}`
}

async function fillInvoices(
  shop: Shop,
  user: TestUser,
  { folder }: Operator,
  act: Act,
): Promise<void> {
  const ask = async (title: Parameters<typeof user.call<typeof requestInvoice>>[1]['title']) => {
    const { orderId } = await shop.buy(user, { id: LARGE.id })
    const { body } = await user.call(requestInvoice, { orderIds: [orderId], title })
    return body.data.invoice.id
  }
  const person = { kind: 'person' as const, name: 'mktitlemk', email: 'mkmailmk@example.com' }
  await act('invoices', 'reject', await ask(person), '--reason', 'mkrejectmk')
  await ask(person)
  const issued = await ask({ ...COMPANY, name: 'mklawtitlemk', email: person.email })
  const pdf = join(folder, 'mklawfilemk.pdf')
  await writeFile(pdf, pdfOf('mklawpdfmk'))
  await act('invoices', 'issue', issued, '--number', newNumber(), '--pdf', pdf)
  const why = ['--number', newNumber(), '--reason', 'mklawreversalmk']
  await act('invoices', 'reverse', issued, ...why)
}

async function fillSpending(shop: Shop, user: TestUser): Promise<void> {
  const tool = await newApplication(shop, { isFirstParty: false })
  await grantCredit(shop, tool, user)
  const thresholds = { lowCredit: 1_000_000, expiringDays: 7 }
  await user.call(saveReminders, thresholds)
  const request = (key: string) => spendRequest(tool, user, { key })
  const { charge } = await chargeCredit(shop.deps, request('mkkeymk'), {
    ...{ amount: 20, reason: 'mkchargemk', usage: { file: 'mkusagemk' } },
  })
  const hold = { amount: 30, reason: 'mkholdmk' }
  await holdCredit(shop.deps, request('two'), hold)
  const reversal = { chargeId: charge.id, amount: 5, reason: 'mkreversalmk' }
  await reverseCharge(shop.deps, request('three'), reversal)
  const key = { applicationId: tool.id, name: 'mkkeynamemk', monthlyLimit: 100 }
  const made = await user.call(apiKeys.createApiKey, key)
  if (made.status !== 200) throw new Error(`API key: ${made.body.code}`)
  await signOnTo(shop, tool, user, 'mksignonmk')
}

function audit(
  { sql }: Shop,
  about: { command: string; subject: string; reason: string },
): Promise<string | null> {
  return beginAction(sql, {
    ...{ channel: 'terminal', operator: 'root@shop', operatorId: null, sessionId: null },
    ...{ address: null, mark: null, weight: null, signature: null, given: {} },
    ...about,
  })
}

/** Requests of operators that wait for a second signature, or were refused one. */
async function fillRequests({ sql }: Shop, { user }: TestUser): Promise<void> {
  const [operatorId, colleagueId] = [uuidv7(), uuidv7()]
  for (const [id, name] of Object.entries({ [operatorId]: 'one', [colleagueId]: 'two' })) {
    await sql`
      insert into operators (id, email, name, role, created_at, unchanged_since)
      values (${id}, ${`${name}@shop.test`}, ${name}, 'owner', now(), now())`
  }
  const given = json({ user: user.email, reason: 'mkrequestmk' })
  const orders = await sql<{ id: string }>`select id from orders where user_id = ${user.id} limit 1`
  for (const subject of [user.id, orders[0]!.id]) {
    await sql`
      insert into operator_requests (id, operator_id, command, given, preview, subject, reason, mark,
        requested_at, expires_at)
      values (${uuidv7()}, ${operatorId}, 'users credit', ${given}, ${given}, ${subject}, 'mkrequestmk',
        ${uuidv7()}, now(), now())`
    await sql`
      insert into operator_requests (id, operator_id, command, given, preview, subject, reason, mark,
        requested_at, expires_at, outcome, decided_by, decided_at)
      values (${uuidv7()}, ${operatorId}, 'users credit', '{}', '{}', ${subject}, 'mkdecidedmk',
        ${uuidv7()}, now(), now(), 'refused', ${colleagueId}, now())`
  }
}

/** Mails that were given up, and codes and links that are under way. */
async function fillMails(shop: Shop, { user, ...client }: TestUser): Promise<void> {
  await shop.sql`
    update jobs set state = 'dead', last_error = '550 <mkformermk@example.com>', finished_at = now()
    where payload ->> 'to' = 'mkformermk@example.com'`
  const captcha = () => shop.solveCaptcha()
  const visitor = shop.visitor()
  await visitor.call(api.account.registerCode, { email: user.email, captcha: await captcha() })
  await visitor.call(api.account.resetPasswordLink, { email: user.email, captcha: await captcha() })
  await client.call(api.account.sendChangeEmailCode, { email: UNLIKE })
}
