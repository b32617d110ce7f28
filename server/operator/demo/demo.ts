import { pagesOf } from '../../gateways/payments/payments.ts'
import { sandboxControl } from '../../gateways/payments/sandbox-control.ts'
import { listAllPlans } from '../../recharge/plans/plans.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { wholeNumber } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { countText } from '../../lib/money-text.ts'
import {
  addDemoVisits,
  countDemoData,
  findDemoOrders,
  postponeTimedJobs,
  removeDemoData,
  resumeTimedJobs,
} from './demo.store.ts'
import { planDemo } from './fill-demo.ts'
import { runDemo } from './run-demo.ts'

/** What would bring orders of the past to their end while they are being paid. */
const JOBS = ['expire-orders', 'reconcile-orders', 'finish-refunds', 'reconcile-refunds']
const POSTPONED_MS = 5 * 60_000
const DAYS = 60
/** Steps between two lines of progress. */
const PROGRESS = 250

export const makeDemoCommand = defineCommand({
  name: 'demo',
  summary: '填入演示数据：60 天里的用户、订单与扣费',
  notes: [
    '只用于支付沙箱，服务须在运行；正式环境与真实的支付密钥一律拒绝。大约需要一分钟。',
    '演示的用户邮箱以 @demo.invalid 结尾，商城不给他们发邮件，也没有人能登录；积分由自营的应用（AI 工具）使用。',
    '有三笔订单金额不符，用来演示怎样核实；有两笔的钱已到支付沙箱而订单不知道，用来演示补单；用 diff --hours 1440 能看到它们。',
    '全部可以用 demo remove 删除。',
  ],
  arguments: {},
  options: {
    orders: wholeNumber('笔数', '多少笔订单，默认 400', { min: 10, max: 2000, absent: 400 }),
  },
  async run(operator, { orders }) {
    const { sql, now, report, content } = operator
    requireSandbox(operator)
    const before = await countDemoData(sql)
    if (before.users > 0) {
      throw new Refusal(
        `演示数据已经有了：${countText(before.users)} 个用户，${countText(before.orders)} 笔订单；要重新填入，请先用 demo remove 删除`,
        { code: 'EXISTS' },
      )
    }
    const deps = await operator.deps()
    // the demo takes no pieces from customers
    const plans = (await listAllPlans(sql)).filter(
      ({ isOnSale, stock, limitPerUser }) => isOnSale && stock === null && limitPerUser === null,
    )
    if (plans.length === 0) throw new Refusal('没有在售且不限量的套餐', { code: 'NO_PLANS' })
    const users = Math.ceil(orders * 0.3)
    const steps = planDemo({ users, orders, charges: orders * 3, days: DAYS }, now())
    const made = await performAction(operator, {
      preview: `将填入 ${countText(users)} 个演示用户、约 ${countText(orders)} 笔订单，分布在最近 ${DAYS} 天`,
      async work() {
        await postponeTimedJobs(sql, JOBS, POSTPONED_MS)
        try {
          await runDemo(deps, steps, {
            plans,
            async onStep(done) {
              if (done % PROGRESS > 0) return
              report(
                `${Math.floor((100 * done) / steps.length)}%，到 ${steps[done - 1]!.at.toISOString().slice(0, 10)}`,
              )
              await postponeTimedJobs(sql, JOBS, POSTPONED_MS)
            },
          })
        } finally {
          await resumeTimedJobs(sql, JOBS)
        }
        await addDemoVisits(sql, { days: DAYS, timeZone: content.site.timeZone })
        return countDemoData(sql)
      },
      toAuditResult: (counts) => ({ ...counts }),
    })
    return {
      data: made,
      text: `已填入 ${countText(made.users)} 个用户，${countText(made.orders)} 笔订单，${countText(made.charges)} 次扣费；删除请用 demo remove`,
    }
  },
})

export const removeDemoCommand = defineCommand({
  name: 'demo remove',
  summary: '删除全部演示数据',
  notes: ['只删除演示用户的，别人的一行也不动；支付沙箱里的付款也一并删除，服务须在运行。'],
  arguments: {},
  options: {},
  async run(operator) {
    const { sql, config } = operator
    requireSandbox(operator)
    const found = await countDemoData(sql)
    if (found.users === 0) return { data: found, text: '没有演示数据' }
    await performAction(operator, {
      preview: `将删除 ${countText(found.users)} 个演示用户，${countText(found.orders)} 笔订单，${countText(found.charges)} 次扣费`,
      async work() {
        await sandboxControl(config.payments).forget(await listDemoIntents(operator))
        await removeDemoData(sql)
      },
      toAuditResult: () => ({ ...found }),
    })
    return {
      data: found,
      text: `已删除 ${countText(found.users)} 个演示用户，${countText(found.orders)} 笔订单，${countText(found.charges)} 次扣费`,
    }
  },
})

/** Also those that their orders have lost: the provider knows whose they are. */
async function listDemoIntents({ sql, now, deps }: OperatorContext): Promise<string[]> {
  const { ids, from } = await findDemoOrders(sql)
  if (from === null) return []
  const own = new Set(ids)
  const { payments } = await deps()
  const pages = pagesOf((listing) => payments.listIntents(listing), {
    // the provider's times have no parts of a second
    createdFrom: new Date(from.getTime() - 1_000),
    createdUntil: now(),
  })
  const intents = (await Array.fromAsync(pages)).flat()
  return intents.filter(({ metadata }) => own.has(metadata['order'] ?? '')).map(({ id }) => id)
}

/** Refuses where real customers or real money may be. */
function requireSandbox({ config }: Pick<OperatorContext, 'config'>): void {
  const { livemode, apiBase } = config.payments
  if (!config.isProduction && !livemode && apiBase !== null) return
  throw new Refusal('演示数据只能填入使用支付沙箱的开发环境', { code: 'PRODUCTION' })
}
