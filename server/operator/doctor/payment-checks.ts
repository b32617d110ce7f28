import * as z from 'zod/mini'
import { queryProvider, type ProviderAnswer } from '../../gateways/payments/query-provider.ts'
import { isOurs } from '../../gateways/payments/ownership.ts'
import { HANDLED_EVENTS } from '../../gateways/payments/stripe-event.ts'
import { isHandled } from '../../recharge/payments/webhook.ts'
import { readAppliedTimes } from '../../recharge/payments/provider-events.store.ts'
import {
  agoText,
  bad,
  type Check,
  type CheckContext,
  DAY_MS,
  type Finding,
  good,
  note,
} from './check.ts'
import { findLastEventTime } from '../../process/metrics/metrics.store.ts'
import { readOrderNumbers } from './doctor.store.ts'

/** The provider delivers within seconds; what is younger may be under way. */
const UNDERWAY_MS = 10 * 60_000

export const paymentChecks: readonly Check[] = [
  { id: 'keys', title: '支付密钥', run: checkKeys },
  { id: 'webhook', title: '支付通知', run: checkWebhook },
]

const account = z.object({
  charges_enabled: z.optional(z.boolean()),
  payouts_enabled: z.optional(z.boolean()),
})

async function checkKeys({ config }: CheckContext, signal: AbortSignal): Promise<Finding> {
  const { payments, isProduction } = config
  const { provider, livemode } = payments
  // Latin words stand apart from the Chinese that follows
  const name = provider === 'sandbox' ? '支付沙箱' : 'Stripe '
  const answer = await read(config, '/v1/payment_intents?limit=1', signal)
  if (answer === null) {
    return bad(
      `${name}没有答复`,
      provider === 'sandbox' ? '沙箱随网站一起运行：请先启动网站' : '请检查网络和防火墙',
    )
  }
  if (answer.status !== 200) {
    const found = `${name}不认 STRIPE_SECRET_KEY（HTTP ${answer.status}）`
    return bad(found, '请在 Stripe 后台核对密钥，受限的密钥要能读写付款与退款')
  }
  const mode = livemode ? '真实收款' : '测试模式'
  const found = `${name}认可密钥，${mode}，${Math.round(answer.ms)} 毫秒`
  if (livemode && !isProduction) {
    return bad(`${found}，却不是生产环境`, '请换成 sk_test_ 的密钥，或设 NODE_ENV=production')
  }
  if (provider === 'stripe') {
    const owner = await read(config, '/v1/account', signal)
    const { data } = account.safeParse(owner?.status === 200 ? owner.body : null)
    if (data?.charges_enabled === false) {
      return bad(`${found}；账户还不能收款`, '请在 Stripe 后台补齐账户的资料')
    }
    if (data?.payouts_enabled === false) {
      return note(`${found}；账户还不能提现`, '请在 Stripe 后台补齐账户的资料')
    }
  }
  if (!livemode && isProduction) {
    return note(`${found}，访客付款不会真的收到钱`, '正式营业请设 PAYMENTS=stripe 并填写 live 密钥')
  }
  return good(found)
}

async function checkWebhook(context: CheckContext, signal: AbortSignal): Promise<Finding> {
  const { config, sql, now } = context
  const { webhookSecrets, provider } = config.payments
  if (webhookSecrets.length === 0) {
    return bad('没有 STRIPE_WEBHOOK_SECRET，通知全部被拒绝', '请填写 Stripe 后台里这个端点的密钥')
  }
  const endpoint = provider === 'stripe' ? await findEndpointProblem(config, signal) : null
  if (endpoint !== null) return endpoint
  const last = await findLastEventTime(sql)
  const heard = last === null ? '还没有收到过通知' : `最近一次：${agoText(last, now())}`
  const missed = await countMissed(context)
  if (missed === null) return note(`${heard}；支付平台没有答复，不知道有没有漏掉的`, null)
  if (missed > 0) {
    return bad(
      `${heard}；一天里有 ${missed} 个事件没有送达或没有通过签名`,
      '请核对端点的地址与 STRIPE_WEBHOOK_SECRET；漏掉的可以在“支付事件”里重放',
    )
  }
  if (last === null && provider === 'stripe') {
    return note(heard, `请在 Stripe 后台向 ${config.publicUrl}/webhooks/stripe 发一个测试事件`)
  }
  return good(`${heard}，一天里没有漏掉的`)
}

const endpoints = z.object({
  data: z.array(
    z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) }),
  ),
})

/** What is wrong with our endpoint at Stripe; null: nothing, or the key may not read it. */
async function findEndpointProblem(
  config: CheckContext['config'],
  signal: AbortSignal,
): Promise<Finding | null> {
  const answer = await read(config, '/v1/webhook_endpoints?limit=100', signal)
  const { data: list } = endpoints.safeParse(answer?.status === 200 ? answer.body : null)
  if (list === undefined) return null
  const address = `${config.publicUrl}/webhooks/stripe`
  const own = list.data.find(({ url }) => url === address)
  if (own === undefined) {
    return bad(`Stripe 那里没有 ${address} 这个端点`, '请在 Stripe 后台添加它')
  }
  if (own.status !== 'enabled') return bad('Stripe 停用了这个端点', '请在 Stripe 后台重新启用')
  const sent = new Set(own.enabled_events)
  const lacking = Object.keys(HANDLED_EVENTS).filter((type) => !sent.has(type))
  if (sent.has('*') || lacking.length === 0) return null
  return note(`端点没有订阅 ${lacking.join('、')}`, '请在 Stripe 后台给端点加上这些事件')
}

/** Events of a day for orders of ours that were not applied; null: the provider did not answer. */
async function countMissed({ deps, sql, now }: CheckContext): Promise<number | null> {
  const ready = await deps()
  const listing = {
    createdFrom: new Date(now().getTime() - DAY_MS),
    createdUntil: new Date(now().getTime() - UNDERWAY_MS),
  }
  const page = await ready.payments.listEvents(listing).catch(() => null)
  if (page === null) return null
  const handled = page.items.filter(isHandled)
  const [applied, numbers] = await Promise.all([
    readAppliedTimes(
      sql,
      handled.map(({ id }) => id),
    ),
    readOrderNumbers(
      sql,
      handled.flatMap(({ payment }) => (payment ? [payment.intentId] : [])),
    ),
  ])
  return handled.filter(({ id, payment }) => {
    if (payment === null || applied.has(id)) return false
    const { intentId, metadata } = payment
    return numbers.has(intentId) || (metadata !== null && isOurs(ready, metadata))
  }).length
}

/** Null when there is no answer. */
async function read(
  { payments }: CheckContext['config'],
  path: `/v1/${string}`,
  signal: AbortSignal,
): Promise<ProviderAnswer | null> {
  return queryProvider(payments, path, signal).catch(() => null)
}
