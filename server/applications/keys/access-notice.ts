import type { FastifyRequest } from 'fastify'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { Limits } from '../../http/limits/limits.ts'
import { deviceName } from '../../http/sessions/device-name.ts'
import { timeText } from '../../lib/local-time.ts'
import { renderLetter } from '../../mail/letter.ts'
import { queueMail } from '../../mail/outbox.ts'
import { defineLimits } from '../../http/limits/limit.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

export const apiKeyLimits = defineLimits({
  /** API keys made by user. */
  createApiKey: { times: 20, seconds: HOUR },
  /** Mails about new keys and grants by user: the first of a day tells the owner, the others are noise. */
  accessNotice: { times: 10, seconds: DAY },
})

/** A new way to spend a customer's credit. */
export interface NewAccess {
  application: string
  /** The beginning of an API key; null: the application itself was allowed to. */
  keyHint: string | null
}

type Browser = Pick<FastifyRequest, 'ip' | 'headers'>

/**
 * Gives a function that mails the customer about new access in the transaction that stores it, and one that counts the
 * mail once it has committed: what fails uses up none of the day's mails.
 */
export async function prepareNotice(
  deps: Pick<Deps, 'config' | 'content' | 'limits' | 'now'>,
  userId: string,
  browser: Browser,
) {
  const isWithinDay = await hasMailsLeft(deps.limits, userId)
  return {
    async queue(tx: Query, to: string, access: NewAccess): Promise<void> {
      if (!isWithinDay) return
      await queueMail(tx, { to, ...newAccessMail(deps, access, browser) }, { userId })
    },
    async count(): Promise<void> {
      await deps.limits.count(apiKeyLimits.accessNotice, userId)
    },
  }
}

async function hasMailsLeft(limits: Limits, userId: string): Promise<boolean> {
  const { accessNotice } = apiKeyLimits
  return (await limits.used(accessNotice, userId)) < accessNotice.times
}

function newAccessMail(
  { config, content, now }: Pick<Deps, 'config' | 'content' | 'now'>,
  { application, keyHint }: NewAccess,
  { ip, headers }: Browser,
) {
  const { name: brand, creditUnit, support, timeZone } = content.site
  const chat = support.find((link) => link.kind !== 'qr')
  const { subject, title, what, remedy, label, path } =
    keyHint === null
      ? {
          subject: `您的账户授权了一个应用使用${creditUnit}`,
          title: '应用授权',
          what: `您的账户刚刚授权应用“${application}”使用您的${creditUnit}。`,
          remedy: '在账户资料中撤销对它的授权',
          path: '/account/edit#applications',
          label: '查看授权',
        }
      : {
          subject: '您的账户新建了 API 密钥',
          title: '新建密钥',
          what: `您的账户刚刚新建了 API 密钥，持有者可以通过应用“${application}”使用您的${creditUnit}。`,
          remedy: '停用该密钥',
          path: '/account/api-keys',
          label: '查看密钥',
        }
  return {
    subject,
    ...renderLetter({
      brand,
      title,
      paragraphs: [
        what,
        '如是本人操作，请忽略本邮件。',
        `如非本人操作，请立即${remedy}，再重置密码：重置后所有设备退出登录。`,
      ],
      facts: [
        { label: '应用', value: application },
        ...(keyHint === null ? [] : [{ label: '密钥', value: `${keyHint}…` }]),
        { label: '时间', value: timeText(now(), timeZone) },
        { label: '设备', value: deviceName(headers['user-agent'] ?? '') },
        { label: 'IP', value: ip },
      ],
      action: { label, url: `${config.publicUrl}${path}` },
      footer: `账户新增密钥或授权时会发送此邮件，一天最多 ${apiKeyLimits.accessNotice.times} 封。`,
      links: [{ label: '重置密码', url: `${config.publicUrl}/account/reset-password` }],
      support: chat && { label: chat.label, url: new URL(chat.url, config.publicUrl).href },
    }),
  }
}
