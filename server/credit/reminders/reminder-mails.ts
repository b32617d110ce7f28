import type { Deps } from '../../deps.ts'
import type { Mail } from '../../gateways/mail/mailer.ts'
import { timeText } from '../../lib/local-time.ts'
import { renderLetter } from '../../mail/letter.ts'
import type { EndingCredit, LowBalance } from './reminders.store.ts'
import { createUnsubscribeToken, type Subscription } from './unsubscribe-token.ts'

type MailDeps = Pick<Deps, 'config' | 'content'>
type ReminderMail = Omit<Mail, 'id' | 'to'>

/** Lines of a mail; a table of all lots would be longer than what is read. */
const ENDS_SHOWN = 5

/** Says that less than the user's threshold is available. */
export function lowCreditMail(deps: MailDeps, low: LowBalance): ReminderMail {
  const unit = deps.content.site.creditUnit
  const { balance, held, lowCredit } = low
  const debt = Math.max(0, -balance)
  const facts = [
    { label: `可用${unit}`, value: formatCredit(balance - held), isStrong: true },
    ...(held > 0 ? [{ label: '预留', value: formatCredit(held) }] : []),
    ...(debt > 0 ? [{ label: '欠额', value: formatCredit(debt) }] : []),
  ]
  return renderReminder(
    deps,
    { userId: low.userId, kind: 'low' },
    {
      subject: `您的${unit}低于 ${formatCredit(lowCredit)}`,
      title: `可用${unit}不足`,
      paragraphs: [
        `您的可用${unit}已低于您设置的 ${formatCredit(lowCredit)}。`,
        ...(held > 0 ? ['预留部分用于进行中的任务，完成后按实际用量扣除，多余的退回。'] : []),
        debt > 0 ? '下次充值先抵扣欠额。' : '用完后无法开始新任务，如需继续使用请充值。',
      ],
      facts,
    },
  )
}

/** Says which credit ends within the days of the user's setting. `endings` is not empty, soonest first. */
export function endingCreditMail(
  deps: MailDeps,
  userId: string,
  endings: readonly EndingCredit[],
): ReminderMail {
  const { creditUnit: unit, timeZone } = deps.content.site
  const total = formatCredit(endings.reduce((sum, { amount }) => sum + amount, 0))
  const rest = endings.slice(ENDS_SHOWN)
  const facts = endings.slice(0, ENDS_SHOWN).map(({ amount, expiresAt }) => ({
    label: `${timeText(expiresAt, timeZone)} 到期`,
    value: formatCredit(amount),
  }))
  if (rest.length > 0) {
    const amount = rest.reduce((sum, each) => sum + each.amount, 0)
    facts.push({ label: `之后还有 ${rest.length} 笔`, value: formatCredit(amount) })
  }
  return renderReminder(
    deps,
    { userId, kind: 'expiring' },
    {
      subject: `您有 ${total} ${unit}即将到期`,
      title: `${total} ${unit}即将到期`,
      paragraphs: [
        `以下${unit}即将到期，到期后不能使用。`,
        '使用时先扣最快到期的，同时到期的先扣赠送的。',
      ],
      facts,
    },
  )
}

interface Reminder {
  subject: string
  title: string
  paragraphs: string[]
  facts: { label: string; value: string; isStrong?: boolean }[]
}

function renderReminder(
  { config, content }: MailDeps,
  subscription: Subscription,
  { subject, ...letter }: Reminder,
): ReminderMail {
  const { publicUrl, secretKey } = config
  const unsubscribe = `${publicUrl}/unsubscribe/${createUnsubscribeToken(secretKey, subscription)}`
  return {
    subject,
    ...renderLetter({
      ...letter,
      brand: content.site.name,
      action: { label: '去充值', url: `${publicUrl}/account/recharge` },
      footer: '您在“用量”页开启了此提醒，因此收到本邮件。',
      links: [
        { label: '修改提醒', url: `${publicUrl}/account/usage#reminders` },
        { label: '退订此提醒', url: unsubscribe },
      ],
    }),
    unsubscribe,
  }
}

function formatCredit(amount: number): string {
  return amount.toLocaleString('zh-CN')
}
