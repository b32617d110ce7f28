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
