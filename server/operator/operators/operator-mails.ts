import { ROLE_LABELS, ROLE_NOTES, type Role } from '#contract/console/staff/roles.ts'
import type { Deps } from '../../deps.ts'
import { type Letter, renderLetter } from '../../mail/letter.ts'

type MailDeps = Pick<Deps, 'content'>

export interface MailContent {
  subject: string
  text: string
  html: string
}

function letter({ content }: MailDeps, subject: string, parts: Omit<Letter, 'brand'>): MailContent {
  return { subject, ...renderLetter({ brand: `${content.site.name} 控制台`, ...parts }) }
}

const FOOTER = '这是发给商店同事的邮件。如果您不在这家商店工作，请不用理会。'

export function invitationMail(
  deps: MailDeps,
  {
    name,
    role,
    invitedBy,
    link,
    isReset,
  }: { name: string; role: Role; invitedBy: string; link: string; isReset: boolean },
): MailContent {
  const shop = deps.content.site.name
  const title = isReset ? '重新设置登录方式' : '邀请您加入控制台'
  return letter(deps, isReset ? `重新设置${shop} 控制台的登录方式` : `邀请您加入${shop} 控制台`, {
    title,
    paragraphs: [
      isReset
        ? `${name}，您好。${invitedBy} 清除了您在控制台的登录方式，请用下面的链接重新设置。`
        : `${name}，您好。${invitedBy} 邀请您用控制台照看商店，角色是${ROLE_LABELS[role]}（${ROLE_NOTES[role]}）。`,
      '链接 24 小时内有效，只能使用一次。打开后，请在自己的设备上设置通行密钥，或密码与验证器。',
    ],
    action: { label: isReset ? '设置登录方式' : '接受邀请', url: link },
    footer: FOOTER,
  })
}

/** To every owner and the colleague concerned (`isOwn`), when somebody's access to the console changed. */
export function staffChangedMail(
  deps: MailDeps,
  { what, by, isOwn }: { what: string; by: string; isOwn: boolean },
): MailContent {
  return letter(deps, '控制台的同事有变动', {
    title: '控制台的同事有变动',
    paragraphs: [
      `${what}。操作者：${by}。`,
      isOwn
        ? '如果事先没有和您说好，请马上联系另一位所有者。'
        : '如果这不是您或另一位所有者的安排，请马上查看“同事”与“操作记录”。',
    ],
    footer: FOOTER,
  })
}

/** To the operator (`isOwn`) and every owner, when the operator's ways to sign in changed. `when` is local time. */
export function securityChangedMail(
  deps: MailDeps,
  {
    name,
    email,
    what,
    when,
    address,
    isOwn,
  }: {
    name: string
    email: string
    what: string
    when: string
    address: string
    isOwn: boolean
  },
): MailContent {
  const whose = isOwn ? '您' : `${name}（${email}）`
  return letter(deps, `${isOwn ? '您' : name}的控制台登录方式有变动`, {
    title: '登录方式有变动',
    paragraphs: [
      `${whose}的控制台账号在 ${when} 有变动：${what}。网络地址是 ${address}。`,
      isOwn
        ? '如果不是您本人，请联系另一位所有者停用此账号；没有另一位所有者时，请在服务器上运行 npm run operator -- operators reset。'
        : '如果不是本人，请马上在“同事”里停用这个账号，或在服务器上运行 npm run operator -- operators disable。',
    ],
    footer: FOOTER,
  })
}

/** To every owner, when something was done that two have to sign, or that gives somebody new a way to customers. */
export function importantChangeMail(
  deps: MailDeps,
  {
    what,
    by,
    needsSignature,
    signer,
  }: { what: string; by: string; needsSignature: boolean; signer: string | null },
): MailContent {
  const signed = signer === null ? '没有第二个人签字。' : `签字：${signer}。`
  return letter(deps, '控制台里有重要的改动', {
    title: '控制台里有重要的改动',
    paragraphs: [
      `${what}。操作者：${by}。${needsSignature ? signed : ''}`,
      '如果这不是您或另一位所有者的安排，请马上下架这个套餐、停用这个应用或结束这条公告，再查看“操作记录”。',
    ],
    footer: FOOTER,
  })
}

/** To who asked for an action that a colleague signs. */
export function requestEndedMail(
  deps: MailDeps,
  { title, outcome, by }: { title: string; outcome: 'signed' | 'refused'; by: string },
): MailContent {
  const end = outcome === 'signed' ? '已签字' : '已拒绝'
  return letter(deps, `您申请的“${title}”${end}`, {
    title: `您的申请${end}`,
    paragraphs: [
      outcome === 'signed'
        ? `${by} 签了字，“${title}”已开始执行，结果在“操作记录”里。`
        : `${by} 拒绝了“${title}”，没有执行。`,
    ],
    footer: FOOTER,
  })
}

/** To every owner, when somebody signed in with a recovery code. */
export function recoveryUsedMail(
  deps: MailDeps,
  { name, email, address, left }: { name: string; email: string; address: string; left: number },
): MailContent {
  return letter(deps, `${name}用恢复码登录了控制台`, {
    title: '有人用恢复码登录',
    paragraphs: [
      `${name}（${email}）刚刚用恢复码登录了控制台，网络地址是 ${address}。这位同事的其他登录都已结束，还剩 ${left} 个恢复码。`,
      '如果不是本人，请马上在“同事”里停用这个账号，或在服务器上运行 npm run operator -- operators disable。',
    ],
    footer: FOOTER,
  })
}
