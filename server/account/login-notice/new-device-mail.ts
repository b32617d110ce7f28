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
    subject: '您的{brand}账户在新设备上登录了',
    title: '新设备登录',
    paragraphs: [
      `有人用密码${hadSecondFactor ? '和两步验证' : ''}登录了您的账户，这台设备以前没有登录过。`,
      '是您本人登录的，不用做任何操作。',
      '不是您？请打开下面的链接并确认：所有设备马上退出登录，现在的密码停用，设置新密码的链接会寄到这个邮箱。链接\u00A07\u00A0天内有效。',
    ],
    facts: [
      { label: '时间', value: timeText(at, timeZone) },
      { label: '设备', value: deviceName(userAgent) },
      { label: 'IP', value: ip },
    ],
    action: {
      label: '不是我',
      // built from the configured address, never from the request's Host header
      url: `${config.publicUrl}/account/reset-password?not-me=${token}`,
    },
    footer: '用无痕窗口登录，或清除了浏览器的 Cookie，也会收到这封邮件。',
  })
}
