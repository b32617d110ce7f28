import { maskedEmail } from '../../http/cookies.ts'
import { renderLetter } from '../../mail/letter.ts'
import { type MailContent, type MailDeps, spaceCjk, supportText } from '../mails.ts'
import type { EmailRecovery, RecoveryEndReason } from './email-recoveries.store.ts'

type Announced = Pick<EmailRecovery, 'dueAt' | 'removesSecondFactor'> & { newEmail: string }

/** To the old address at once; its link stops the change, without a token operators alone do. */
export function recoveryNoticeMail(
  deps: MailDeps,
  recovery: Announced,
  token: string | null,
): MailContent {
  const brand = deps.content.site.name
  const to = maskedEmail(recovery.newEmail)
  const effect = `所有设备退出登录，密钥和给应用的授权失效，以后用新邮箱登录${factorText(recovery)}`
  return {
    subject: `您的${spaceCjk(brand)}账户申请了换绑邮箱`,
    ...renderLetter({
      brand,
      title: '换绑邮箱',
      paragraphs:
        token === null
          ? [
              `我们停用了这个账户，并收到申请，要把它的登录邮箱改为 ${to}。`,
              `我们没有停止的话，会在 ${dueText(deps, recovery)} 生效：${effect}。`,
              askSupport(deps),
            ]
          : [
              `有人联系我们，说收不到这个邮箱的信，申请把账户的登录邮箱改为 ${to}。`,
              `没有人停止的话，会在 ${dueText(deps, recovery)} 生效：${effect}。`,
              '不是您本人申请的？请打开下面的链接，再按“停止换绑”。',
            ],
      ...stopAction(deps, token),
    }),
  }
}

/** To the old address a day before the change. */
export function recoveryReminderMail(
  deps: MailDeps,
  recovery: Announced,
  token: string | null,
): MailContent {
  const brand = deps.content.site.name
  return {
    subject: `您的${spaceCjk(brand)}账户即将换绑邮箱`,
    ...renderLetter({
      brand,
      title: '即将换绑邮箱',
      paragraphs: [
        `您账户的登录邮箱将在 ${dueText(deps, recovery)} 改为 ${maskedEmail(recovery.newEmail)}（那个邮箱确认之后），所有设备会退出登录，密钥和给应用的授权会失效${factorText(recovery)}。`,
        token === null
          ? askSupport(deps)
          : '不是您本人申请的？请打开下面的链接，再按“停止换绑”，生效之后就不能停止了。',
      ],
      ...stopAction(deps, token),
    }),
  }
}

function stopAction({ config }: MailDeps, token: string | null) {
  const url = `${config.publicUrl}/account/reset-password?stop=${token}`
  return {
    ...(token !== null && { action: { label: '停止换绑', url } }),
    footer: '如果是您本人申请的，无需理会这封邮件。',
  }
}

/** How the reader stops a recovery of a blocked account. */
export function askSupport({ content }: MailDeps): string {
  return `账户停用期间，只有我们能停止。不是您本人申请的？请马上联系${supportText(content.site)}。`
}

/** To the new address, which has to confirm. */
export function confirmRecoveryMail(
  deps: MailDeps,
  recovery: Announced,
  token: string,
): MailContent {
  const { config, content } = deps
  const brand = content.site.name
  return {
    subject: `请确认${spaceCjk(brand)}账户的新邮箱`,
    ...renderLetter({
      brand,
      title: '确认新邮箱',
      paragraphs: [
        '有人联系我们，申请把账户的登录邮箱改为这个地址。',
        `请打开下面的链接，再按“确认新邮箱”。确认之后，换绑会在 ${dueText(deps, recovery)} 生效；到时还没有确认，就不会换绑。`,
      ],
      action: {
        label: '确认新邮箱',
        url: `${config.publicUrl}/account/reset-password?confirm=${token}`,
      },
      footer: '如果不是您本人申请的，请忽略这封邮件，这个邮箱不会有任何变化。',
    }),
  }
}

/** To the old address after the change. */
export function recoveryDoneMail({ content }: MailDeps, newEmail: string): MailContent {
  const brand = content.site.name
  return {
    subject: `您的${spaceCjk(brand)}账户已换绑邮箱`,
    ...renderLetter({
      brand,
      title: '邮箱已换绑',
      paragraphs: [
        `账户的登录邮箱已改为 ${maskedEmail(newEmail)}，所有设备都已退出登录。`,
        '这个地址不再收到账户的邮件，也可以用来注册新账户。',
        `如果不是您本人申请的，请马上联系${supportText(content.site)}。`,
      ],
      footer: '如果是您本人申请的，无需理会这封邮件。',
    }),
  }
}

/** To the new address after the change. */
export function recoveredMail(
  { config, content }: MailDeps,
  { isBlocked }: { isBlocked: boolean },
): MailContent {
  const brand = content.site.name
  return {
    subject: `您的${spaceCjk(brand)}账户已换绑到这个邮箱`,
    ...renderLetter({
      brand,
      title: '邮箱已换绑',
      paragraphs: [
        '以后请用这个邮箱登录。余额和订单都不变，所有设备都已退出登录。',
        '原来的密码已经作废，请设置一个新密码。所有密钥和给应用的授权也已取消，需要的请重新建立；申请换绑之后才开启的两步验证已关闭。',
        ...(isBlocked ? [STILL_BLOCKED] : []),
      ],
      action: { label: '设置新密码', url: `${config.publicUrl}/account/reset-password` },
      footer: `如果不是您本人申请的，请联系${supportText(content.site)}。`,
    }),
  }
}

/** The block is not ended by a recovery. */
export const STILL_BLOCKED = '账户现在还停用着，我们恢复之后才能登录。'

const END_SENTENCES: Partial<Record<RecoveryEndReason, string>> = {
  user: '有人用原邮箱里的链接停止了换绑。',
  unconfirmed: '新邮箱没有在期限内确认。',
  changed: '账户的登录邮箱已经用别的方式修改。',
  closing: '账户申请了注销。',
  taken: '新邮箱已经注册了另一个账户。',
}

/** To the old address: the change was stopped or failed. */
export function recoveryEndedMail(
  { config, content }: MailDeps,
  reason: RecoveryEndReason,
): MailContent {
  const brand = content.site.name
  return {
    subject: `您的${spaceCjk(brand)}账户没有换绑邮箱`,
    ...renderLetter({
      brand,
      title: '没有换绑邮箱',
      paragraphs: [
        `${END_SENTENCES[reason] ?? ''}之前申请的换绑不再进行，账户的登录邮箱没有因此改变。`,
        '如果换绑不是您本人申请的，说明有人想用您的账户，请设置一个新密码。',
      ],
      action: { label: '设置新密码', url: `${config.publicUrl}/account/reset-password` },
      footer: `仍然收不到原邮箱的信？请联系${supportText(content.site)}。`,
    }),
  }
}

/** To the new address: the change was stopped or failed. Its reader may have nothing to do with the account. */
export function recoveryDroppedMail({ content }: MailDeps, reason: RecoveryEndReason): MailContent {
  const brand = content.site.name
  return {
    subject: `${spaceCjk(brand)}账户没有换绑到这个邮箱`,
    ...renderLetter({
      brand,
      title: '没有换绑到这个邮箱',
      paragraphs: [
        `${END_SENTENCES[reason] ?? ''}之前申请的换绑不再进行，这个邮箱不会成为账户的登录邮箱。`,
      ],
      footer: `仍然需要换绑？请联系${supportText(content.site)}。如果不是您本人申请的，请忽略这封邮件。`,
    }),
  }
}

/** What is said besides when the second factor goes too. */
function factorText({ removesSecondFactor }: Announced): string {
  return removesSecondFactor ? '，两步验证也会关闭' : ''
}

export function dueText({ content }: MailDeps, { dueAt }: Pick<Announced, 'dueAt'>): string {
  const { timeZone } = content.site
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat('zh-CN', style).format(dueAt)
}
