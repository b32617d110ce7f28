import { timeText } from '../../lib/local-time.ts'
import { accountLetter, type MailContent, type MailDeps } from '../mails.ts'
import { deviceName } from '../../http/sessions/device-name.ts'

interface NewDeviceLogin {
  at: Date
  ip: string
  userAgent: string
  hadSecondFactor: boolean
}

/** Tells the owner of a login on a new device; its link ends all sessions and stops the password. */
export function newDeviceMail(
  { config, content }: MailDeps,
  { at, ip, userAgent, hadSecondFactor }: NewDeviceLogin,
  token: string,
): MailContent {
  const { timeZone } = content.site
  return accountLetter(content, {
    subject: '您的{brand}账户在新设备上登录',
    title: '新设备登录',
    paragraphs: [
      `您的账户刚刚在一台新设备上用密码${hadSecondFactor ? '和两步验证' : ''}登录。`,
      '如是本人操作，请忽略本邮件。',
      '如非本人操作，请打开下面的链接并确认：所有设备立即退出登录，当前密码停用，设置新密码的链接会发送到此邮箱。链接\u00A07\u00A0天内有效。',
    ],
    facts: [
      { label: '时间', value: timeText(at, timeZone) },
      { label: '设备', value: deviceName(userAgent) },
      { label: 'IP', value: ip },
    ],
    action: {
      label: '非本人操作',
      // built from the configured address, never from the request's Host header
      url: `${config.publicUrl}/account/reset-password?not-me=${token}`,
    },
    footer: '用无痕窗口登录，或清除浏览器的 Cookie 后登录，也会收到本邮件。',
  })
}
