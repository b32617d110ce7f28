import { isPaymentFailure, type ProviderEvent } from '../../gateways/payments/payments.ts'
import { type EventResult, receiveEvent } from '../../recharge/payments/webhook.ts'
import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { optionalText, type Parameter } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { type Report, reported } from '../report.ts'
import { timeText } from '../../lib/local-time.ts'
import { readAppliedTimes } from '../../recharge/payments/provider-events.store.ts'

const EVENT_RESULT_LABELS: Readonly<Record<EventResult, string>> = {
  applied: '已处理',
  known: '以前已经处理过，没有变化',
  ignored: '与本店的订单无关，或不需要处理',
}

const eventArgument: Parameter<string> = {
  value: '编号',
  help: '事件的编号（evt_…），见支付平台的后台或控制台的“支付事件”',
  isRequired: true,
  read(given) {
    if (given === undefined || !/^evt_\w{1,200}$/.test(given)) throw wrongUsage('应以 evt_ 开头')
    return given
  },
}

export const replayEventCommand = defineCommand({
  name: 'events replay',
  summary: '补处理一个没有送达的支付事件',
  console: { title: '重放事件', permission: 'serve' },
  notes: ['从支付平台取回这个事件，走与通知相同的处理；处理过的事件不会再处理一次。'],
  arguments: { event: eventArgument },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { event: id, reason }) {
    const event = await requireEvent(operator, id)
    const reception = await performAction(operator, {
      subject: id,
      reason,
      preview: await previewOf(operator, event),
      work: async () => receiveEvent(await operator.deps(), event),
      toAuditResult: (outcome) => ({ outcome }),
    })
    return {
      data: { id, type: event.type, outcome: reception },
      ...reported({
        facts: [
          ['事件', `${id}（${event.type}）`],
          ['支付意图', event.payment?.intentId ?? null],
          ['结果', EVENT_RESULT_LABELS[reception]],
        ],
      }),
    }
  },
})

async function previewOf(
  { sql, content }: OperatorContext,
  { id, type, kind }: ProviderEvent,
): Promise<Report> {
  const appliedAt = (await readAppliedTimes(sql, [id])).get(id)
  if (appliedAt === undefined) return { sentences: [`将处理事件 ${id}（${type}）`] }
  const handled = `事件 ${id}（${type}）已在 ${timeText(appliedAt, content.site.timeZone)} 处理过`
  // a failed payment may still close an order that was tried with too many cards
  return kind === 'decline'
    ? { sentences: [`${handled}，重放不会再处理一次`] }
    : { sentences: [`${handled}，重放不会有变化`], changesNothing: true }
}

async function requireEvent(operator: OperatorContext, id: string) {
  const { payments } = await operator.deps()
  return payments.retrieveEvent(id).catch((error: unknown) => {
    if (!isPaymentFailure(error, 'missing', 'invalid')) throw error
    throw new Refusal(`支付平台没有这个事件（它只保留 30 天）：${id}`, { code: 'NOT_FOUND' })
  })
}
