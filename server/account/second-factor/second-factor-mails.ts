import {
  accountLetter,
  type MailContent,
  type MailDeps,
  STILL_BLOCKED,
  supportText,
} from '../mails.ts'

/** What changed about a customer's second factor. */
export type SecondFactorChange =
  | 'passkey-added'
  | 'passkey-removed'
  | 'totp-set'
  | 'totp-removed'
  | 'codes-renewed'

const WHAT: Record<SecondFactorChange, string> = {
  'passkey-added': '添加了一个通行密钥',
  'passkey-removed': '删除了一个通行密钥',
  'totp-set': '设置了验证器',
  'totp-removed': '删除了验证器',
  'codes-renewed': '更换了恢复码',
}

/** Tells the customer what changed, and whether a login still asks for the second factor. */
export function secondFactorChangedMail(
  deps: MailDeps,
  { change, isOn }: { change: SecondFactorChange; isOn: boolean },
): MailContent {
  return accountLetter(deps.content, {
    subject: `您的{brand}账户${WHAT[change]}`,
    title: '两步验证有变动',
    paragraphs: [
      `您的账户刚刚${WHAT[change]}。`,
      isOn
        ? '登录时除密码外，还需使用通行密钥、验证器或恢复码。'
        : '两步验证已关闭，仅凭密码即可登录。',
      notYou(deps),
    ],
    ...resetAction(deps),
  })
}

/** Operators took the lost factor away. */
export function secondFactorRemovedMail(
  { config, content }: MailDeps,
  { isBlocked }: { isBlocked: boolean },
): MailContent {
  return accountLetter(content, {
    subject: '您的{brand}账户已关闭两步验证',
    title: '两步验证已关闭',
    paragraphs: [
      '我们已按申请关闭您账户的两步验证，所有设备已退出登录，原密码已停用。余额、订单和密钥不受影响。',
      '请设置新密码，登录后重新开启两步验证，并保存新的恢复码。',
      ...(isBlocked ? [STILL_BLOCKED] : []),
      `如非本人申请，也请设置新密码，并立即联系${supportText(content.site)}。`,
    ],
    action: { label: '设置新密码', url: `${config.publicUrl}/account/reset-password` },
    footer: '设置新密码前，任何人都无法登录。',
  })
}

/** A recovery code was used to log in or to confirm: the factor may be lost, or somebody else has the codes. */
export function recoveryCodeUsedMail(
  deps: MailDeps,
  { what, left }: { what: 'login' | 'prove'; left: number },
): MailContent {
  const codes = `还剩 ${left} 个恢复码`
  const { subject, title, sentence } =
    what === 'login'
      ? {
          subject: '您的{brand}账户使用恢复码登录',
          title: '用恢复码登录',
          sentence: `您的账户刚刚用密码和恢复码登录，${codes}，其他设备已退出登录。`,
        }
      : {
          subject: '您的{brand}账户使用了恢复码',
          title: '用恢复码确认身份',
          sentence: `刚刚在已登录您账户的设备上，有人用恢复码完成了两步验证，${codes}。`,
        }
  return accountLetter(deps.content, {
    subject,
    title,
    paragraphs: [sentence, '如手机或密钥遗失，请在账户资料中将其删除，再添加新的。', notYou(deps)],
    ...resetAction(deps),
  })
}

function notYou({ content }: MailDeps): string {
  return `如非本人操作，请立即重置密码，删除陌生的密钥，并联系${supportText(content.site)}。`
}

function resetAction({ config }: MailDeps) {
  return {
    action: { label: '重置密码', url: `${config.publicUrl}/account/reset-password` },
    footer: '如是本人操作，请忽略本邮件。',
  }
}
