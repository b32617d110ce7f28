import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { flag, optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { findMail, listDeadMails, type MailRow, requeueMails } from './mails.store.ts'

export const resendMailCommand = defineCommand({
  name: 'mail resend',
  summary: '重新发送没有发出的邮件',
  console: { title: '补发邮件', permission: 'serve' },
  notes: ['交给服务发送，一秒之内开始；过了有效期的验证码和链接不再发送。'],
  arguments: { mail: optionalText('编号', '邮件的编号，见控制台的“邮件”') },
  options: {
    dead: { ...flag('重发全部已放弃的邮件，例如邮件服务器恢复之后'), label: '全部' },
    reason: optionalText('原因', '记入操作记录'),
  },
  async run(operator, { mail: id, dead, reason }) {
    if ((id === null) === !dead) throw wrongUsage('请写一封邮件的编号，或用 --dead 重发全部')
    const { sql, now } = operator
    const one = id === null ? null : await requireMail(operator, id)
    const found = one ? [one] : await listDeadMails(sql)
    const mails = found.filter(({ goodUntil }) => goodUntil === null || goodUntil > now())
    const late = found.length - mails.length
    if (mails.length === 0) {
      if (late === 0) return { data: { sent: [] }, text: '没有已放弃的邮件' }
      throw new Refusal('验证码或链接已过有效期，重发也没有用：请用户重新申请', { code: 'LATE' })
    }
    const sent = await performAction(operator, {
      ...(id !== null && { subject: id }),
      reason,
      preview: one ? `将重新发送给 ${one.to} 的邮件` : `将重新发送 ${mails.length} 封已放弃的邮件`,
      work: () =>
        requeueMails(
          sql,
          mails.map((mail) => mail.id),
        ),
      toAuditResult: (ids) => ({ mails: ids.length }),
    })
    const busy = mails.length - sent.length
    const remarks = [
      late > 0 ? `${late} 封已过有效期，没有重发` : null,
      busy > 0 ? `${busy} 封正在发送` : null,
    ].filter((remark) => remark !== null)
    return {
      data: { sent, late, busy },
      text: [`已交给服务重新发送 ${sent.length} 封`, ...remarks].join('；'),
    }
  },
})

async function requireMail({ sql }: OperatorContext, id: string): Promise<MailRow> {
  const mail = await findMail(sql, id.toLowerCase())
  if (!mail) throw new Refusal(`没有这封邮件：${id}`, { code: 'NOT_FOUND' })
  if (mail.state === 'done') {
    throw new Refusal('这封邮件已经发出，内容不再保留', { code: 'SENT' })
  }
  return mail
}
