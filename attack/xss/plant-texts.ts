import { chargeCredit, holdCredit } from '#contract/applications/applications.ts'
import { api } from '#contract/api.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { PASSWORD_DIGEST } from '#harness/customers.ts'
import { adjustCredit } from '#server/credit/adjust-credit.ts'
import { uuidv7 } from '#server/db/ids.ts'
import type { Query } from '#server/db/sql.ts'
import { openBuyer } from '../rig/open-buyer.ts'
import { send } from '../rig/send.ts'
import type { Target } from '../rig/target.ts'
import { openVisitor, post } from '../rig/visitor.ts'
import { createMark, scriptAddress } from './mark.ts'

/**
 * Fills every text that a page shows with a mark: through the shop where it takes one, else in the database, as if every
 * check before it had failed.
 */
export async function plantTexts(target: Target): Promise<void> {
  const orderId = await buy(target)
  await spend(target)
  await visit(target)
  await target.sql.begin(async (tx) => {
    const [{ id: userId }] = target.customers
    await plantMoney(tx, { userId, orderId })
    await plantAccount(tx, userId)
    await plantOperators(tx, { userId, orderId })
    await plantTold(tx)
  })
}

async function buy(target: Target): Promise<string> {
  const { buyer, planId } = await openBuyer(target)
  const checkout = await buyer.startCheckout({ id: planId, num: 1 })
  await buyer.payUntilPaid(checkout, 'good')
  await buyer.placeOrder({ id: planId, num: 1 })
  return checkout.orderId
}

async function spend({ url, apiKey, customers, sql }: Target): Promise<void> {
  const [{ id: userId }] = customers
  const authorization = `Bearer ${apiKey}`
  const usage = { text: createMark('charge.usage') }
  const call = (path: string, input: object) =>
    post(url + path.replace(':user', userId), input, { authorization, 'idempotency-key': uuidv7() })
  await call(chargeCredit.path, { amount: 5, reason: createMark('charge.reason'), usage })
  await call(holdCredit.path, { amount: 5, reason: createMark('hold.reason') })
  const deps = { sql, now: () => new Date() }
  await adjustCredit(deps, {
    userId,
    delta: 7,
    reason: createMark('adjustment.reason'),
    key: uuidv7(),
  })
}

/** What a browser says of itself: its program, and where its visitor came from. */
async function visit({ url }: Target): Promise<void> {
  const { headers } = await openVisitor(url, '203.0.113.20')
  const cookie = `${headers['cookie']}; user_source=${encodeURIComponent(createMark('visit.source'))}`
  const from = { ...headers, cookie, 'user-agent': createMark('session.device') }
  const input = { email: 'customer-0@example.com', password: PASSWORD_DIGEST }
  const { status, text } = await post(url + api.account.login.path, input, from)
  if (status !== 200) throw new Error(`no log-in: ${text}`)
  await send(url + api.site.csrfToken.path, {
    headers: {
      ...BROWSER_HEADERS,
      cookie: `user_source=${encodeURIComponent(createMark('visit.source'))}`,
    },
  })
}

interface Whose {
  userId: string
  orderId: string
}

async function plantMoney(tx: Query, { userId, orderId }: Whose): Promise<void> {
  const plan = {
    ...{ name: createMark('order.plan'), summary: createMark('order.summary') },
    features: [createMark('order.features')],
  }
  await tx`
    update orders set plan = plan || ${JSON.stringify(plan)}::jsonb, source = ${createMark('order.source')},
      failure_code = ${createMark('order.failure')},
      payment_method = ${JSON.stringify({ type: 'card', brand: createMark('order.brand'), last4: createMark('order.last4') })}::jsonb
    where id = ${orderId}`
  await tx`
    insert into refunds (id, order_id, provider_id, amount, status, actor, reason, created_at, updated_at)
    values (${uuidv7()}, ${orderId}, ${createMark('refund.id')}, 1, 'failed', 'operator', ${createMark('refund.reason')}, now(), now())`
  await tx`
    insert into disputes (id, order_id, amount, status, reason, created_at, updated_at)
    values (${createMark('dispute.id')}, ${orderId}, 1, 'won', ${createMark('dispute.reason')}, now(), now())`
  await tx`
    insert into order_events (id, order_id, from_state, to_state, actor, reason, created_at)
    values (${uuidv7()}, ${orderId}, 'paid', 'paid', 'provider', ${createMark('order-event.reason')}, now())`
  await tx`update plans set name = ${createMark('plan.name')}, summary = ${createMark('plan.summary')},
    badge = ${createMark('plan.badge')}, features = ${JSON.stringify([createMark('plan.feature')])}::jsonb`
  const invoiceId = uuidv7()
  await tx`
    insert into invoices (id, user_id, state, kind, name, tax_number, email, amount, currency, number, issued_at, reason, requested_at)
    values (${invoiceId}, ${userId}, 'reversal_due', 'company', ${createMark('invoice.name')}, ${createMark('invoice.tax')},
      ${createMark('invoice.email')}, 100, 'cny', ${createMark('invoice.number')}, now(), ${createMark('invoice.reason')}, now())`
  await tx`insert into invoice_orders (invoice_id, order_id, amount) values (${invoiceId}, ${orderId}, 100)`
  await tx`
    insert into invoice_files (invoice_id, file, name, content, sha256, uploaded_at, uploaded_by)
    values (${invoiceId}, 'invoice', ${createMark('invoice.file')}, 'x', 'x', now(), ${createMark('invoice.uploader')})`
  await tx`
    insert into invoice_events (id, invoice_id, state, actor, operator, reason, created_at)
    values (${uuidv7()}, ${invoiceId}, 'issued', 'operator', ${createMark('invoice-event.operator')}, ${createMark('invoice-event.reason')}, now())`
  await tx`
    insert into invoice_titles (id, user_id, kind, name, tax_number, email, used_at)
    values (${uuidv7()}, ${userId}, 'company', ${createMark('title.name')}, ${createMark('title.tax')}, ${createMark('title.email')}, now())`
}

async function plantAccount(tx: Query, userId: string): Promise<void> {
  await tx`
    update users set nickname = ${createMark('user.nickname')}, source = ${createMark('user.source')},
      email = ${`${createMark('user.email')}@example.com`} where id = ${userId}`
  await tx`update sessions set ip = ${createMark('session.ip')} where user_id = ${userId}`
  await tx`update login_events set ip = ${createMark('login.ip')} where user_id = ${userId}`
  await tx`update applications set name = ${createMark('application.name')}`
  await tx`
    insert into api_keys (id, user_id, application_id, hash, name, hint, created_at)
    select ${uuidv7()}, ${userId}, id, 'x', ${createMark('api-key.name')}, ${createMark('api-key.hint')}, now() from applications limit 1`
  await tx`
    insert into application_messages (id, application_id, type, data, state, tries, last_error, ended_at)
    select ${uuidv7()}, id, ${createMark('message.type')}, '{}', 'given_up', 1, ${createMark('message.error')}, now() from applications limit 1`
}

async function plantOperators(tx: Query, { userId, orderId }: Whose): Promise<void> {
  await tx`update operators set name = ${createMark('operator.name')}`
  await tx`update operator_sessions set user_agent = ${createMark('operator.device')}`
  const actionId = uuidv7()
  const facts = JSON.stringify({
    [createMark('action.field')]: createMark('action.value'),
    reason: createMark('action.given'),
  })
  await tx`
    insert into operator_actions (id, channel, operator, command, given, subject, reason, outcome, result, finished_at)
    values (${actionId}, 'terminal', ${createMark('action.operator')}, ${createMark('action.command')}, ${facts}::jsonb,
      ${createMark('action.subject')}, ${createMark('action.reason')}, 'failed', ${facts}::jsonb, now())`
  await tx`
    insert into plan_changes (id, plan_id, action_id, version, is_new, fields)
    select ${uuidv7()}, id, ${actionId}, 2, false,
      ${JSON.stringify([{ field: 'name', from: createMark('plan-change.from'), to: createMark('plan-change.to') }])}::jsonb from plans limit 1`
  await tx`
    insert into email_recoveries (id, user_id, old_email, new_email, action_id, created_at, due_at)
    values (${uuidv7()}, ${userId}, ${createMark('recovery.old')}, ${createMark('recovery.new')}, ${actionId}, now(), now() + interval '1 day')`
  await tx`
    insert into operator_requests (id, operator_id, command, given, preview, subject, reason, mark, requested_at, expires_at)
    select ${uuidv7()}, id, 'users credit', ${facts}::jsonb,
      ${JSON.stringify({ facts: [[createMark('request.label'), createMark('request.fact')]], sentences: [createMark('request.sentence')] })}::jsonb,
      ${createMark('request.subject')}, ${createMark('request.reason')}, ${uuidv7()}, now(), now() + interval '1 day' from operators limit 1`
  await tx`
    insert into alerts (kind, subject, facts, first_at, last_at)
    values ('order_unknown', ${createMark('alert.subject')},
      ${JSON.stringify({ orderId, intentId: createMark('alert.intent'), eventId: createMark('alert.event') })}::jsonb, now(), now())`
}

/** What the operator tells, and mails. */
async function plantTold(tx: Query): Promise<void> {
  for (const kind of ['banner', 'notice']) {
    const isBanner = kind === 'banner'
    await tx`
      insert into announcements (id, kind, title, text, link_label, link_url, tone, pages, is_dismissable, starts_at, created_by, updated_by)
      values (${uuidv7()}, ${kind}, ${isBanner ? null : createMark('notice.title')}, ${createMark(`${kind}.text`)},
        ${createMark(`${kind}.label`)}, ${scriptAddress(`${kind}.link`)}, 'info', ${isBanner ? 'all' : null}, true,
        now() - interval '1 minute', ${createMark(`${kind}.author`)}, ${createMark(`${kind}.editor`)})`
  }
  await tx`
    insert into jobs (id, kind, payload, state, attempts, last_error, finished_at)
    values (${uuidv7()}, 'mail', ${JSON.stringify({ to: `${createMark('mail.to')}@example.com`, subject: createMark('mail.subject'), text: 'x', html: 'x', goodUntil: null })}::jsonb,
      'dead', 9, ${createMark('mail.error')}, now())`
  await tx`
    insert into push_channels (id, kind, name, target, topics, created_at, created_by, last_error)
    values (${uuidv7()}, 'wecom', ${createMark('channel.name')}, 'x', '{alerts}', now(), ${createMark('channel.author')}, ${createMark('channel.error')})`
}
