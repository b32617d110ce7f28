import { join } from 'node:path'
import { email } from '#contract/fields.ts'
import { uuidv7 } from '../../db/ids.ts'
import { createMailer } from '../../gateways/mail/mailer.ts'
import { renderLetter } from '../../mail/letter.ts'
import { mailRecolor } from '../../site/colors/brand-colors.ts'
import { defineCommand } from '../command.ts'
import { EXIT, Refusal, wrongUsage } from '../exit.ts'
import type { Parameter } from '../parameters.ts'
import { performAction } from '../perform-action.ts'

const address: Parameter<string> = {
  value: '邮箱',
  help: '收件人',
  isRequired: true,
  field: { kind: 'email' },
  read(given) {
    const parsed = email.safeParse(given)
    if (!parsed.success) throw wrongUsage('应为邮箱地址')
    return parsed.data
  },
}

export const testMailCommand = defineCommand({
  name: 'mail test',
  summary: '发一封测试邮件，当场说明邮件服务器是否收下',
  console: { title: '发测试邮件', permission: 'own', isImmediate: true },
  notes: ['不经过发件箱，直接用现在的 SMTP_URL 与 MAIL_FROM 发送。'],
  arguments: { to: address },
  options: {},
  async run(operator, { to }) {
    const { config, content } = operator
    const { name: brand } = content.site
    const mailer = createMailer(config, { name: brand, recolor: mailRecolor(content.site) })
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

/** By the code of the SMTP library or of Node. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNECTION: '连不上邮件服务器，请检查 SMTP_URL 里的主机和端口',
  ECONNREFUSED: '连不上邮件服务器，请检查 SMTP_URL 里的主机和端口',
  ESOCKET: '连不上邮件服务器，请检查 SMTP_URL 里的主机和端口',
  EDNS: '找不到邮件服务器，请检查 SMTP_URL 里的主机名',
  ETIMEDOUT:
    '邮件服务器没有答复，请检查 SMTP_URL 里的主机和端口，以及防火墙；465 端口要写 smtps://',
  ETLS: '不能以 TLS 连接邮件服务器，请检查它的证书，以及 SMTP_URL 该用 smtp 还是 smtps',
  EAUTH: '邮件服务器不认用户名和密码，请检查 SMTP_URL，特殊字符要写成 %xx',
}

function rejectMail(error: unknown): never {
  const words = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[isTlsFailure(words) ? 'ETLS' : code]
  throw new Refusal(`邮件没有发出：${reason === undefined ? words : `${reason}（${words}）`}`, {
    code: 'MAIL',
    exitCode: EXIT.unavailable,
  })
}

/** OpenSSL's messages for a server that answers without TLS, or with a certificate that is not trusted. */
function isTlsFailure(words: string): boolean {
  return /wrong version number|packet length too long|certificate/i.test(words)
}
