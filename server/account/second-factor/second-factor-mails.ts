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
  'codes-renewed': '换了新的恢复码',
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
        ? '现在登录时，除了密码还需要通行密钥、验证器或恢复码。'
        : '现在两步验证已关闭，只用密码就能登录。',
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
      '我们按申请关闭了您账户的两步验证，所有设备都已退出登录，原来的密码已停用。余额、订单和密钥都不变。',
      '请设置一个新密码，登录之后重新开启两步验证，并保存新的恢复码。',
      ...(isBlocked ? [STILL_BLOCKED] : []),
      `如果不是您本人申请的，也请设置新密码，并马上联系${supportText(content.site)}。`,
    ],
    action: { label: '设置新密码', url: `${config.publicUrl}/account/reset-password` },
    footer: '没有设置新密码之前，谁都不能登录。',
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
          subject: '有人用恢复码登录了您的{brand}账户',
          title: '用恢复码登录',
          sentence: `刚刚有人用密码和一个恢复码登录了您的账户，${codes}，其他设备都已退出登录。`,
        }
      : {
          subject: '有人在您的{brand}账户里用了恢复码',
          title: '用恢复码确认身份',
          sentence: `刚刚有人在登录了您账户的设备上用一个恢复码完成了两步验证，${codes}。`,
        }
  return accountLetter(deps.content, {
    subject,
    title,
    paragraphs: [
      sentence,
      '手机或密钥丢了的话，请到账户资料里删除丢失的那个，再添加新的。',
      notYou(deps),
    ],
    ...resetAction(deps),
  })
}

function notYou({ content }: MailDeps): string {
  return `如果不是您本人操作的，请立即重置密码，删掉不认识的密钥，并联系${supportText(content.site)}。`
}

function resetAction({ config }: MailDeps) {
  return {
    action: { label: '重置密码', url: `${config.publicUrl}/account/reset-password` },
    footer: '如果是您本人操作的，无需理会这封邮件。',
  }
}
