import type { Deps } from '../deps.ts'
import { maskedEmail } from '../http/cookies.ts'
import { type Letter, renderLetter } from '../mail/letter.ts'

export type MailDeps = Pick<Deps, 'config' | 'content'>

export interface MailContent {
  subject: string
  text: string
  html: string
}

const NOT_YOU = '如果这不是您本人的操作，请忽略这封邮件，您的账户不会有任何变化。'

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
      '验证码 10 分钟内有效，请勿告诉任何人，我们的工作人员也不会向您索要。',
    ],
    code,
    footer: NOT_YOU,
  })
}

export function alreadyRegisteredMail({ config, content }: MailDeps): MailContent {
  return accountLetter(content, {
    subject: '您已经有{brand}账户了',
    title: '您已经有账户了',
    paragraphs: [
      '有人刚刚用这个邮箱申请注册。这个邮箱已经注册过，所以不需要验证码，直接登录即可。',
      '忘记密码时，可以在登录页面重新设置。',
    ],
    action: { label: '去登录', url: `${config.publicUrl}/account/login` },
    footer: NOT_YOU,
  })
}

export function resetLinkMail({ config, content }: MailDeps, token: string): MailContent {
  return accountLetter(content, {
    subject: '重新设置您的{brand}密码',
    title: '重置密码',
    paragraphs: [
      '我们收到了为您的账户重置密码的申请，请用下面的链接设置新密码。',
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
    subject: '这个邮箱还没有{brand}账户',
    title: '没有找到账户',
    paragraphs: [
      '有人用这个邮箱申请重置密码，但这个邮箱还没有注册过账户。',
      '您也许是用另一个邮箱注册的，请换那个邮箱再试；如果还没有账户，可以直接注册。',
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
      '您账户的密码刚刚被修改，其他设备上的登录已全部退出。',
      token === null
        ? `如果这不是您本人的操作，请立即重置密码，删掉不认识的密钥，并联系${supportText(content.site)}。`
        : '不是您？请打开下面的链接并确认：所有设备马上退出登录，现在的密码停用，设置新密码的链接会寄到这个邮箱。链接\u00A07\u00A0天内有效。',
    ],
    action:
      token === null
        ? { label: '重置密码', url: page }
        : { label: '不是我', url: `${page}?not-me=${token}` },
    footer: '如果是您本人操作的，无需理会这封邮件。',
  })
}

export function changeEmailCodeMail({ content }: MailDeps, code: string): MailContent {
  return accountLetter(content, {
    subject: `${code} 是您的{brand}验证码`,
    title: '修改邮箱',
    paragraphs: [
      '您正在把账户的邮箱改为这个地址，请在修改邮箱页面填写下面的验证码。',
      '验证码 10 分钟内有效，请勿告诉任何人，我们的工作人员也不会向您索要。',
    ],
    code,
    footer: NOT_YOU,
  })
}

export function emailInUseMail({ content }: MailDeps): MailContent {
  return accountLetter(content, {
    subject: '这个邮箱已经有{brand}账户',
    title: '邮箱已被使用',
    paragraphs: [
      '有人想把自己账户的邮箱改为这个地址，但这个邮箱已经有账户了，所以没有改动。',
      '如果是您本人，请换一个没有注册过的邮箱。',
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
      `${by === 'customer' ? '您账户的邮箱已' : '我们按申请把您账户的邮箱'}改为 ${maskedEmail(email)}，${effect}。`,
      token === null
        ? `如果这不是您本人申请的，请马上联系${supportText(content.site)}。`
        : '如果这不是您本人的操作，请在 72 小时内用下面的链接改回原邮箱。改回后所有设备会退出登录，请马上重新设置密码。',
    ],
    ...(token !== null && {
      action: {
        label: '改回原邮箱',
        url: `${config.publicUrl}/account/reset-password?undo=${token}`,
      },
    }),
    footer: '如果是您本人操作的，无需理会这封邮件。',
  })
}

/** To the address that operators gave the account. */
export function emailReplacedMail(
  { config, content }: MailDeps,
  { isBlocked }: { isBlocked: boolean },
): MailContent {
  return accountLetter(content, {
    subject: '您的{brand}账户已换绑到这个邮箱',
    title: '邮箱已换绑',
    paragraphs: [
      '以后请用这个邮箱登录。余额和订单都不变，所有设备都已退出登录。',
      '原来的密码已停用，请设置一个新密码。所有密钥和给应用的授权也已取消，需要的请重新建立。',
      ...(isBlocked ? [STILL_BLOCKED] : []),
    ],
    action: { label: '设置新密码', url: `${config.publicUrl}/account/reset-password` },
    footer: `如果不是您本人申请的，请联系${supportText(content.site)}。`,
  })
}

/** A rescue does not end the block. */
export const STILL_BLOCKED = '账户现在还停用着，我们恢复之后才能登录。'

/** To the address that the account uses again after an undone change. */
export function emailRestoredMail({ config, content }: MailDeps): MailContent {
  return accountLetter(content, {
    subject: '您的{brand}账户邮箱已改回',
    title: '邮箱已改回',
    paragraphs: [
      '您的账户重新使用这个邮箱登录，所有设备都已退出，原来的密码已停用，修改前后新建的密钥和应用授权也已停用。',
      '如果之前的修改不是您本人的操作，说明有人知道您的密码。请设置一个新密码，再登录。',
    ],
    action: { label: '设置新密码', url: `${config.publicUrl}/account/reset-password` },
    footer: `如果改回邮箱不是您本人的操作，请联系${supportText(content.site)}。`,
  })
}

/** To the address that the account no longer uses after an undone change. */
export function formerEmailMail({ content }: MailDeps, email: string): MailContent {
  return accountLetter(content, {
    subject: '这个邮箱已不再用于{brand}账户',
    title: '邮箱已改回',
    paragraphs: [
      `账户的邮箱已从这个地址改回 ${maskedEmail(email)}。`,
      '以后请用原邮箱登录；这个地址不再收到账户的邮件，也可以用来注册新账户。',
    ],
    footer: '如果您仍想使用这个邮箱，请登录后在“修改邮箱”里重新修改。',
  })
}
