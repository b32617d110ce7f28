import type { Combo } from '#contract/shapes.ts'
import type { Config } from '../../../config/config.ts'
import { leastAmount } from '../../../gateways/payments/least-amounts.ts'
import { isLoopback } from '../../../lib/loopback.ts'
import { moneyText } from '../../../lib/money-text.ts'
import { StartRefusal } from '../../../config/start-refusal.ts'
import { plansBelowLeastAmount } from '../../../site/content/check-plan-prices.ts'
import type { Content } from '../../../site/content/load-content.ts'
import { type UnknownSetting, unknownSettingText } from '../../../config/unknown-settings.ts'
import { join } from 'node:path'
import type { Query } from '../../../db/sql.ts'
import { isInOrder, planChanges, unlistedPlans } from '../../../recharge/plans/plan-changes.ts'
import { listAllPlans } from '../../../recharge/plans/plans.store.ts'
import { shortPath } from '../short-path.ts'

/** A warning to the operator that does not stop the start. */
export interface StartWarning {
  name: string
  /** One sentence with what to do. */
  text: string
  /** Affects customers: also stored in `alerts` and mailed to OPERATOR_EMAIL. */
  isAlert: boolean
}

export interface StartFacts {
  config: Config
  content: Content
  /** The plans on sale. */
  plans: readonly Combo[]
  unknownSettings: readonly UnknownSetting[]
}

/** Throws StartRefusal where real money would be taken under the demo's name. */
export function refuseDemoContent({
  config,
  content,
}: Pick<StartFacts, 'config' | 'content'>): void {
  const [demo] = config.payments.livemode ? demoContentWarnings({ config, content }) : []
  if (demo) throw new StartRefusal(`真实收款（live 密钥）时，${demo.text}`)
}

export function listStartWarnings(facts: StartFacts): StartWarning[] {
  return [
    ...unknownSettingWarnings(facts),
    ...missingProxyWarnings(facts),
    ...demoContentWarnings(facts),
    ...testPaymentWarnings(facts),
    ...smallPriceWarnings(facts),
  ]
}

function unknownSettingWarnings({ unknownSettings }: StartFacts): StartWarning[] {
  return unknownSettings.map((setting) => ({
    name: 'unknown_setting',
    text: unknownSettingText(setting),
    isAlert: false,
  }))
}

/** The shop serves plain HTTP only, so an https address means that the operator's proxy stands before it. */
function missingProxyWarnings({ config }: StartFacts): StartWarning[] {
  const { host, publicUrl, trustProxy } = config
  if (!isPublic(config) || !publicUrl.startsWith('https:') || trustProxy.length > 0) return []
  const text = isLoopback(host)
    ? '没有设置 TRUST_PROXY，代理后面的访客全算作同一个地址，共用登录和邮件的次数：请写上代理的地址，例如 TRUST_PROXY=loopback'
    : `HOST=${host} 让别的机器也能以明文 HTTP 直接访问，又没有设置 TRUST_PROXY：请写上代理的地址；代理就在这台机器上时去掉 HOST`
  return [{ name: 'no_trusted_proxy', text, isAlert: false }]
}

/** Demo words, and addresses under example.com. */
const DEMO = /\bexample\.(com|org|net)\b|示例/

function demoContentWarnings({
  config,
  content,
}: Pick<StartFacts, 'config' | 'content'>): StartWarning[] {
  if (!isPublic(config)) return []
  const fields = Object.entries(content.site)
    .filter(([, value]) => DEMO.test(JSON.stringify(value)))
    .map(([field]) => field)
  if (fields.length === 0) return []
  const text = `content/site.json 里还是演示内容（${fields.join('、')}）：请换成您自己的，再重新启动`
  return [{ name: 'demo_content', text, isAlert: true }]
}

function testPaymentWarnings({ config }: StartFacts): StartWarning[] {
  const { provider, livemode } = config.payments
  if (!isPublic(config) || livemode) return []
  const what = provider === 'sandbox' ? '付款走的是沙箱' : 'Stripe 用的是测试密钥'
  return [
    {
      name: 'test_payments',
      text: `${what}，访客付款不会真的收到钱：正式营业请设 PAYMENTS=stripe 并填写 live 密钥`,
      isAlert: true,
    },
  ]
}

function smallPriceWarnings({ plans }: StartFacts): StartWarning[] {
  const small = plansBelowLeastAmount(plans)
  const [first] = small
  if (!first) return []
  const least = moneyText(leastAmount(first.currency), first.currency)
  return [
    {
      name: 'price_below_minimum',
      text: `套餐 ${small.map(({ id }) => id).join('、')} 的最低金额少于 ${least}，支付平台不收这么小的付款：请提高 amount 或 minNum，再运行 npm run operator -- plans apply`,
      isAlert: true,
    },
  ]
}

/** Whether visitors from other machines are expected: not on a laptop or in a local trial of production. */
function isPublic({ isProduction, publicUrl }: Config): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return !isLoopback(hostname) && (isProduction || protocol === 'https:')
}

/** plans.json fills an empty database only: warns when it later differs from the plans on sale. */
export async function planWarnings(
  sql: Query,
  { contentDir }: Config,
  { plans }: Content,
): Promise<StartWarning[]> {
  const sold = await listAllPlans(sql)
  const changed = planChanges(sold, plans).map(({ id }) => id)
  const unlisted = unlistedPlans(sold, plans).map(({ id }) => id)
  const isOrdered = isInOrder(sold, plans)
  const differences = [
    ...(changed.length > 0 ? [`${changed.join('、')} 不同`] : []),
    ...(unlisted.length > 0 ? [`${unlisted.join('、')} 在售而文件里没有`] : []),
    ...(changed.length === 0 && !isOrdered ? ['顺序不同'] : []),
  ]
  if (differences.length === 0) return []
  const file = shortPath(join(contentDir, 'plans.json'))
  const command =
    changed.length > 0 || !isOrdered
      ? `要照文件出售，请运行 npm run operator -- plans apply ${file}（加 --try 先看变化）`
      : `不再出售请运行 npm run operator -- plans withdraw ${unlisted[0]}`
  return [
    {
      name: 'plans_differ',
      text: `plans.json 与正在出售的套餐不一致：${differences.join('，')}。${command}`,
      isAlert: false,
    },
  ]
}
