import type { Deps } from '../deps.ts'
import { maskedEmail } from '../http/cookies.ts'
import { type Letter, renderLetter } from '../mail/letter.ts'

export type MailDeps = Pick<Deps, 'config' | 'content'>

export interface MailContent {
  subject: string
  text: string
  html: string
}

const NOT_YOU = '如非本人操作，请忽略本邮件，您的账户不会有任何变化。'

/** The brand inside a Chinese sentence, with spaces beside a Latin letter or digit at its ends. */
function spaceCjk(brand: string): string {
  return brand.replace(/^(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])$/g, ' ')
}

/** The support channel as text, with its address when the site has one. */
export function supportText({ support: ways }: MailDeps['content']['site']): string {
  const way = ways.find((each) => each.kind === 'messenger')
  return way === undefined ? '我们的客服' : `${way.label}（${way.url}）`
}

/** A mail about an account; `{brand}` in its subject is the shop's name. */
export function accountLetter(
  { site: { name: brand } }: MailDeps['content'],
  { subject, ...letter }: Omit<Letter, 'brand'> & { subject: string },
): MailContent {
  return {
    subject: subject.replace('{brand}', () => spaceCjk(brand)),
    ...renderLetter({ brand, ...letter }),
  }
}

export function registerCodeMail({ content }: MailDeps, code: string): MailContent {
  return accountLetter(content, {
    subject: `${code} 是您的{brand}注册验证码`,
    title: '注册验证码',
    paragraphs: [
      '您正在注册账户，请在注册页面填写下面的验证码。',
      '验证码 10 分钟内有效，请勿告诉他人，我们的工作人员不会向您索要。',
    ],
    code,
    footer: NOT_YOU,
  })
}

export function alreadyRegisteredMail({ config, content }: MailDeps): MailContent {
  return accountLetter(content, {
    subject: '您已有{brand}账户',
    title: '您已有账户',
    paragraphs: [
      '刚刚有人用此邮箱申请注册。此邮箱已注册，无需验证码，请直接登录。',
      '如忘记密码，可在登录页面重置。',
    ],
    action: { label: '去登录', url: `${config.publicUrl}/account/login` },
    footer: NOT_YOU,
  })
}

export function resetLinkMail({ config, content }: MailDeps, token: string): MailContent {
  return accountLetter(content, {
    subject: '重置您的{brand}密码',
    title: '重置密码',
    paragraphs: [
      '我们收到了重置您账户密码的申请，请通过下面的链接设置新密码。',
      '链接 30 分钟内有效，只能使用一次；再次申请后，之前的链接会失效。',
    ],
    // built from the configured address, never from the request's Host header
    action: {
      label: '设置新密码',
      url: `${config.publicUrl}/account/reset-password?token=${token}`,
    },
    footer: NOT_YOU,
  })
}

export function noAccountMail({ config, content }: MailDeps): MailContent {
  return accountLetter(content, {
    subject: '此邮箱尚未注册{brand}账户',
    title: '未找到账户',
    paragraphs: [
      '刚刚有人用此邮箱申请重置密码，但此邮箱尚未注册账户。',
      '如您用其他邮箱注册过，请用该邮箱重试；如尚无账户，请直接注册。',
    ],
    action: { label: '去注册', url: `${config.publicUrl}/account/register` },
    footer: NOT_YOU,
  })
}

/** Its link ends all sessions and stops the password; a null token: the account has had its links of the day. */
export function passwordChangedMail(
  { config, content }: MailDeps,
  token: string | null,
): MailContent {
  const page = `${config.publicUrl}/account/reset-password`
  return accountLetter(content, {
    subject: '您的{brand}密码已修改',
    title: '密码已修改',
    paragraphs: [
      '您的账户密码已修改，其他设备已全部退出登录。',
      token === null
        ? `如非本人操作，请立即重置密码，删除陌生的密钥，并联系${supportText(content.site)}。`
        : '如非本人操作，请打开下面的链接并确认：所有设备立即退出登录，当前密码停用，设置新密码的链接会发送到此邮箱。链接\u00A07\u00A0天内有效。',
    ],
    action:
      token === null
        ? { label: '重置密码', url: page }
        : { label: '非本人操作', url: `${page}?not-me=${token}` },
    footer: '如是本人操作，请忽略本邮件。',
  })
}

export function changeEmailCodeMail({ content }: MailDeps, code: string): MailContent {
  return accountLetter(content, {
    subject: `${code} 是您的{brand}验证码`,
    title: '修改邮箱',
    paragraphs: [
      '您正在将账户邮箱改为此地址，请在修改邮箱页面填写下面的验证码。',
      '验证码 10 分钟内有效，请勿告诉他人，我们的工作人员不会向您索要。',
    ],
    code,
    footer: NOT_YOU,
  })
}

export function emailInUseMail({ content }: MailDeps): MailContent {
  return accountLetter(content, {
    subject: '此邮箱已有{brand}账户',
    title: '邮箱已被使用',
    paragraphs: [
      '有人申请将其账户邮箱改为此地址。此邮箱已有账户，因此未作修改。',
      '如是本人操作，请使用未注册的邮箱。',
    ],
    footer: NOT_YOU,
  })
}

/** The notice to the old address; its link undoes the change. A null token: it cannot be undone. */
export function emailChangedMail(
  { config, content }: MailDeps,
  email: string,
  { token, by }: { token: string | null; by: 'customer' | 'operators' },
): MailContent {
  const effect = by === 'customer' ? '以后请用新邮箱登录' : '所有设备已退出登录'
  return accountLetter(content, {
    subject: '您的{brand}账户邮箱已修改',
    title: '邮箱已修改',
    paragraphs: [
      `${by === 'customer' ? '您的账户邮箱已' : '我们已按申请将您的账户邮箱'}改为 ${maskedEmail(email)}，${effect}。`,
      token === null
        ? `如非本人申请，请立即联系${supportText(content.site)}。`
        : '如非本人操作，请在 72 小时内通过下面的链接改回原邮箱。改回后所有设备退出登录，请立即重置密码。',
    ],
    ...(token !== null && {
      action: {
        label: '改回原邮箱',
        url: `${config.publicUrl}/account/reset-password?undo=${token}`,
      },
    }),
    footer: '如是本人操作，请忽略本邮件。',
  })
}

/** To the address that operators gave the account. */
export function emailReplacedMail(
  { config, content }: MailDeps,
  { isBlocked }: { isBlocked: boolean },
): MailContent {
  return accountLetter(content, {
    subject: '您的{brand}账户已换绑到此邮箱',
    title: '邮箱已换绑',
    paragraphs: [
      '以后请用此邮箱登录。余额和订单不受影响，所有设备已退出登录。',
      '原密码已停用，请设置新密码。所有密钥和应用授权已取消，如需使用请重新建立。',
      ...(isBlocked ? [STILL_BLOCKED] : []),
    ],
    action: { label: '设置新密码', url: `${config.publicUrl}/account/reset-password` },
    footer: `如非本人申请，请联系${supportText(content.site)}。`,
  })
}

/** A rescue does not end the block. */
export const STILL_BLOCKED = '账户目前已停用，恢复后才能登录。'

/** To the address that the account uses again after an undone change. */
export function emailRestoredMail({ config, content }: MailDeps): MailContent {
  return accountLetter(content, {
    subject: '您的{brand}账户邮箱已改回',
    title: '邮箱已改回',
    paragraphs: [
      '您的账户已恢复使用此邮箱登录。所有设备已退出，原密码和修改前后新建的密钥、应用授权已停用。',
      '如之前的修改非本人操作，说明有人知道您的密码，请设置新密码后登录。',
    ],
    action: { label: '设置新密码', url: `${config.publicUrl}/account/reset-password` },
    footer: `如改回邮箱非本人操作，请联系${supportText(content.site)}。`,
  })
}

/** To the address that the account no longer uses after an undone change. */
export function formerEmailMail({ content }: MailDeps, email: string): MailContent {
  return accountLetter(content, {
    subject: '此邮箱不再用于{brand}账户',
    title: '邮箱已改回',
    paragraphs: [
      `账户的邮箱已从这个地址改回 ${maskedEmail(email)}。`,
      '以后请用原邮箱登录；此地址不再接收账户邮件，可用于注册新账户。',
    ],
    footer: '如仍需使用此邮箱，请登录后在“修改邮箱”中重新修改。',
  })
}
