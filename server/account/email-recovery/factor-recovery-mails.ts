import { renderLetter } from '../../mail/letter.ts'
import { type MailContent, type MailDeps, spaceCjk, supportText } from '../mails.ts'
import type { RecoveryEndReason } from './email-recoveries.store.ts'
import { askSupport, dueText, STILL_BLOCKED } from './recovery-mails.ts'

/** Mails about the removal of a lost second factor that leaves the address; all go to that address. */

interface Announced {
  dueAt: Date
}

/** At once; its link stops the removal, without a token operators alone do. */
export function factorNoticeMail(
  deps: MailDeps,
  recovery: Announced,
  token: string | null,
): MailContent {
  const brand = deps.content.site.name
  const due = dueText(deps, recovery)
  const effect = `两步验证关闭，恢复码作废，所有设备退出登录，以后只用密码就能登录。邮箱和密码都不变。`
  return {
    subject: `您的${spaceCjk(brand)}账户申请了关闭两步验证`,
    ...renderLetter({
      brand,
      title: '关闭两步验证',
      paragraphs:
        token === null
          ? [
              '我们停用了这个账户，并收到申请，要关闭它的两步验证。',
              `我们没有停止的话，会在 ${due} 生效：${effect}`,
              askSupport(deps),
            ]
          : [
              '有人联系我们，说通行密钥、验证器和恢复码都丢了，申请关闭账户的两步验证。',
              `没有人停止，也没有人再用通行密钥或验证器的话，会在 ${due} 生效：${effect}`,
              '不是您本人申请的，或者又找到了？请打开下面的链接，再按“停止关闭”。',
            ],
      ...stopAction(deps, token),
    }),
  }
}

/** A day before the removal. */
export function factorReminderMail(
  deps: MailDeps,
  recovery: Announced,
  token: string | null,
): MailContent {
  const brand = deps.content.site.name
  return {
    subject: `您的${spaceCjk(brand)}账户即将关闭两步验证`,
    ...renderLetter({
      brand,
      title: '即将关闭两步验证',
      paragraphs: [
        `您账户的两步验证将在 ${dueText(deps, recovery)} 关闭，所有设备会退出登录，以后只用密码就能登录。`,
        token === null
          ? askSupport(deps)
          : '不是您本人申请的，或者又找到了？请打开下面的链接，再按“停止关闭”，生效之后就不能停止了。',
      ],
      ...stopAction(deps, token),
    }),
  }
}

function stopAction({ config }: MailDeps, token: string | null) {
  const url = `${config.publicUrl}/account/reset-password?keep=${token}`
  return {
    ...(token !== null && { action: { label: '停止关闭', url } }),
    footer: '如果是您本人申请的，无需理会这封邮件。',
  }
}

export function factorRemovedMail(
  { config, content }: MailDeps,
  { isBlocked }: { isBlocked: boolean },
): MailContent {
  const brand = content.site.name
  return {
    subject: `您的${spaceCjk(brand)}账户已关闭两步验证`,
    ...renderLetter({
      brand,
      title: '两步验证已关闭',
      paragraphs: [
        `所有设备都已退出登录，${isBlocked ? '以后' : '现在'}用邮箱和密码就能登录。余额、订单和密钥都不变。`,
        ...(isBlocked ? [STILL_BLOCKED] : []),
        '登录之后，建议马上在账户资料里重新开启两步验证，并保存新的恢复码。',
        `如果不是您本人申请的，请马上重置密码，并联系${supportText(content.site)}。`,
      ],
      action: { label: '去登录', url: `${config.publicUrl}/account/login` },
      footer: '如果是您本人申请的，登录就行。',
    }),
  }
}

const END_SENTENCES: Partial<Record<RecoveryEndReason, string>> = {
  user: '有人用邮件里的链接停止了它。',
  changed: '账户的邮箱或两步验证在这之后有改动，或者又用过两步验证。',
  closing: '账户申请了注销。',
}

/** The removal was stopped. */
export function factorKeptMail(
  { config, content }: MailDeps,
  reason: RecoveryEndReason,
): MailContent {
  const brand = content.site.name
  return {
    subject: `您的${spaceCjk(brand)}账户没有关闭两步验证`,
    ...renderLetter({
      brand,
      title: '没有关闭两步验证',
      paragraphs: [
        `${END_SENTENCES[reason] ?? ''}之前申请的关闭不再进行，两步验证没有因此改变。`,
        '如果关闭不是您本人申请的，说明有人想用您的账户，可能知道您的密码，请设置一个新密码。',
      ],
      action: { label: '设置新密码', url: `${config.publicUrl}/account/reset-password` },
      footer: `仍然没有能用的方式？请联系${supportText(content.site)}。`,
    }),
  }
}
