import { join } from 'node:path'
import { uuidv7 } from '../../db/ids.ts'
import { createMailer } from '../../gateways/mail/mailer.ts'
import { renderLetter } from '../../mail/letter.ts'
import { mailBrand } from '../../site/mail-brand.ts'
import { defineCommand } from '../command.ts'
import { EXIT, Refusal } from '../exit.ts'
import { emailAddress } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { mailFailureText } from '../doctor/mail-checks.ts'

export const testMailCommand = defineCommand({
  name: 'mail test',
  summary: '发一封测试邮件，当场说明邮件服务器是否收下',
  console: { title: '发测试邮件', permission: 'own', isImmediate: true },
  notes: ['不经过发件箱，直接用现在的 SMTP_URL 与 MAIL_FROM 发送。'],
  arguments: { to: emailAddress('邮箱', '收件人') },
  options: {},
  async run(operator, { to }) {
    const { config, content } = operator
    const { name: brand } = content.site
    const mailer = createMailer(config, mailBrand(config, content))
    const mail = {
      id: uuidv7(),
      to,
      subject: `${brand}的测试邮件`,
      ...renderLetter({
        brand,
        title: '测试邮件',
        paragraphs: ['看到这封邮件，说明商店的邮件设置可以使用。'],
        footer: '由运营命令行 mail test 发出，无需回复。',
      }),
    }
    try {
      await performAction(operator, {
        subject: to,
        work: () => mailer.send(mail).catch(rejectMail),
        toAuditResult: () => ({ id: mail.id }),
      })
    } finally {
      mailer.close()
    }
    const isKept = config.mail.smtpUrl === null
    const place = isKept
      ? `没有设置 SMTP_URL，邮件保存在 ${join(config.dataDir, 'mail', `${mail.id}.eml`)}`
      : `${new URL(config.mail.smtpUrl ?? '').host} 已收下给 ${to} 的邮件`
    return { data: { id: mail.id, to, isSent: !isKept }, text: place }
  },
})

function rejectMail(error: unknown): never {
  throw new Refusal(`邮件没有发出：${mailFailureText(error)}`, {
    code: 'MAIL',
    exitCode: EXIT.unavailable,
  })
}
