import { verifyMailServer } from '../../gateways/mail/mailer.ts'
import { agoText, bad, type Check, type CheckContext, DAY_MS, good, note } from './check.ts'
import { readOutbox } from './doctor.store.ts'

/** A mail that waits longer is one that failed. */
const LATE_MS = 15 * 60_000
const DEAD_DAYS = 7

export const mailChecks: readonly Check[] = [
  { id: 'mail', title: '邮件服务器', run: checkMailServer },
  { id: 'outbox', title: '发件箱', run: checkOutbox },
]

async function checkMailServer({ config }: CheckContext) {
  const { smtpUrl, from } = config.mail
  if (smtpUrl === null) {
    return good('没有设置 SMTP_URL，邮件保存在 DATA_DIR/mail，不会真的发出')
  }
  const { host } = new URL(smtpUrl)
  try {
    await verifyMailServer(smtpUrl)
  } catch (error) {
    return bad(`${host}：${mailFailureText(error)}`, '改好 SMTP_URL 后重新启动，再发一封测试邮件')
  }
  return good(`${host} 可以连接和登录，发件人是 ${from}`)
}

async function checkOutbox({ sql, now }: CheckContext) {
  const since = new Date(now().getTime() - DEAD_DAYS * DAY_MS)
  const { waiting, dead, oldestAt } = await readOutbox(sql, since)
  const isLate = oldestAt !== null && now().getTime() - oldestAt.getTime() > LATE_MS
  if (isLate) {
    return bad(
      `${waiting} 封待发送，最早的一封是${agoText(oldestAt, now())}的`,
      '请在“邮件”里看错误，并检查邮件服务器和后台任务',
    )
  }
  if (dead > 0) {
    return note(`${DEAD_DAYS} 天里放弃了 ${dead} 封`, '请在“邮件”里看原因，需要时补发')
  }
  return good(waiting === 0 ? '没有等待的邮件' : `${waiting} 封正在发送`)
}

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

/** Why the mail server could not be used, and what to do about it. */
export function mailFailureText(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS[isTlsFailure(words) ? 'ETLS' : code]
  return reason === undefined ? words : `${reason}（${words}）`
}

/** OpenSSL's messages for a server that answers without TLS, or with a certificate that is not trusted. */
function isTlsFailure(words: string): boolean {
  return /wrong version number|packet length too long|certificate/i.test(words)
}
