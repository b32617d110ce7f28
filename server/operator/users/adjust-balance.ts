import { createHash } from 'node:crypto'
import { adjustCredit } from '../../credit/adjust-credit.ts'
import { previewAccount } from '../../credit/preview-account.ts'
import { findAdjustment } from '../../credit/adjustment-keys.store.ts'
import { AppError } from '../../http/app-error.ts'
import { dayText, timeText } from '../../lib/local-time.ts'
import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import { moment, spanText } from '../moments.ts'
import type { OperatorContext } from '../operator.ts'
import { optionalText, requiredText, wholeNumber } from '../parameters.ts'
import { performAction, recordRefusal } from '../perform-action.ts'
import { reported } from '../report.ts'
import { changeText, countText } from '../../lib/money-text.ts'
import { requireUser, userLabel, userArgument } from './find-user.ts'

const MOST = 1_000_000_000

export const adjustBalanceCommand = defineCommand({
  name: 'users credit',
  summary: '给用户增加或扣除积分',
  console: { title: '调整积分', permission: 'credit' },
  notes: [
    '记为“调整”，用户在积分明细里能看到原因。扣除时先扣最先到期的，同时到期的先扣赠送的；不会扣成负数。',
    '同一个人在同一天以同样的原因给同一用户同样的调整，只生效一次：没有得到答复时可以放心再做。确实要再做一次，请写不同的原因，或写 --key。',
  ],
  arguments: { user: userArgument },
  options: {
    give: {
      ...wholeNumber('积分', '增加多少', { min: 1, max: MOST, absent: null }),
      label: '增加',
    },
    take: {
      ...wholeNumber('积分', '扣除多少', { min: 1, max: MOST, absent: null }),
      label: '扣除',
    },
    expires: {
      ...moment(
        '时间',
        '增加的积分何时到期，例如 90d（90 天后）、2030-01-31（这一天 0 点，前一天还能用）；不写则永久有效',
        'after',
      ),
      label: '到期',
    },
    reason: requiredText('原因', '用户能看到，也记入操作记录'),
    key: { ...optionalText('标识', '同一标识只生效一次'), isForPrograms: true },
  },
  async run(operator, { user: userRef, reason, give, take, expires, key }) {
    if ((give === null) === (take === null)) {
      throw wrongUsage('--give 与 --take 必须写且只能写一个')
    }
    if (take !== null && expires !== null) throw wrongUsage('--expires 只能与 --give 一起用')
    const { sql, content, now } = operator
    const { timeZone } = content.site
    const expiresAt = expires?.({ now: now(), timeZone }) ?? null
    if (expiresAt !== null && expiresAt <= now()) throw wrongUsage('--expires 已经过去')
    const user = await requireUser(operator, userRef)
    if (take !== null && operator.call.isPreview) {
      await requireAvailable(operator, { userId: user.id, amount: take, reason })
    }
    const delta = give ?? -take!
    const onceKey = key ?? keyOfDay(operator, { userId: user.id, delta, reason })
    if (key === null)
      await refuseRepetition(operator, { userId: user.id, delta, reason, key: onceKey })
    const until = expiresAt && untilText(operator, expiresAt)
    const change = await performAction(operator, {
      subject: user.id,
      reason,
      preview: `将调整 ${userLabel(user)}的积分：${changeText(delta)}${until ?? ''}，现有 ${countText(user.balance)}\n原因（用户可见）：${reason}`,
      weight: { kind: 'credit', amount: Math.abs(delta) },
      work: () =>
        adjustCredit({ sql, now }, { userId: user.id, delta, reason, expiresAt, key: onceKey }),
      toAuditResult: (made) => ({ ...made }),
    })
    return {
      data: { userId: user.id, email: user.email, ...change },
      ...reported({
        facts: [
          ['用户', userLabel(user)],
          ['调整', change.isRepeat ? '这个标识已经生效过，没有再次调整' : changeText(change.delta)],
          ['余额', countText(change.balance)],
        ],
      }),
    }
  },
})

/** The same for one operator, user, amount, end and reason on one day, so that a command without an answer can be repeated. */
function keyOfDay(
  { call, content, now }: OperatorContext,
  { userId, delta, reason }: { userId: string; delta: number; reason: string },
): string {
  const day = dayText(now(), content.site.timeZone)
  const said = [call.actor.operator, userId, delta, call.given['expires'] ?? null, reason]
  const digest = createHash('sha256').update(JSON.stringify(said)).digest('base64url')
  return `day:${day}:${digest}`
}

/** Says what was found when the same was done today. Two at once are kept apart by the key itself. */
async function refuseRepetition(
  operator: OperatorContext,
  { userId, delta, reason, key }: { userId: string; delta: number; reason: string; key: string },
): Promise<void> {
  const { sql, content } = operator
  const doneAt = await findAdjustment(sql, userId, key)
  if (doneAt === null) return
  const error = new Refusal(
    `今天 ${timeText(doneAt, content.site.timeZone)} 已经做过同样的调整（${changeText(delta)}，原因相同），已经生效，没有再做。确实要再调整一次，请写不同的原因`,
    { code: 'REPEATED' },
  )
  await recordRefusal(operator, { subject: userId, reason, error })
}

/** Refuses to take more than is available, before the preview; the booking itself refuses it in any case. */
async function requireAvailable(
  operator: OperatorContext,
  { userId, amount, reason }: { userId: string; amount: number; reason: string },
): Promise<void> {
  const { balance, held, late } = await previewAccount(operator.sql, userId, operator.now())
  const kept = held + late
  const available = Math.max(0, balance - kept)
  if (available >= amount) return
  const keptText = kept > 0 ? `，另有 ${countText(kept)} 为任务或退款预留` : ''
  const error = new AppError('CREDIT_SHORT', {
    message: `余额不足：最多能扣除 ${countText(available)}${keptText}`,
  })
  await recordRefusal(operator, { subject: userId, reason, error })
}

/** When the credit ends, in words that stay the same between the preview and the agreement to it. */
function untilText({ call, content }: OperatorContext, expiresAt: Date): string {
  const span = spanText(call.given['expires'])
  return span === null
    ? `，${timeText(expiresAt, content.site.timeZone)} 到期（这一天开始时）`
    : `，从执行时起 ${span}后到期`
}
