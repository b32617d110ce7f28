import type { PushKind } from '#contract/console/settings/push-fields.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { RobotRefusal, sendToRobot } from '../../gateways/pushes/send-to-robot.ts'
import { renderLetter } from '../../mail/letter.ts'
import { queueMail } from '../../mail/outbox.ts'
import { userAgentOf } from '../../program.ts'
import { chatText, type PushText } from './push-text.ts'
import type { PushTarget } from './target.ts'

interface Channel {
  kind: PushKind
  /** Null: stored under another SECRET_KEY. */
  target: PushTarget | null
}

/** Sends a text through a channel, a mail by way of the outbox. Throws RobotRefusal. */
export async function deliverPush(
  { config, content, now }: Pick<Deps, 'config' | 'content' | 'now'>,
  sql: Query,
  { kind, target }: Channel,
  text: PushText,
  signal: AbortSignal,
): Promise<void> {
  const { name: brand } = content.site
  if (target === null) throw new RobotRefusal('SECRET_KEY 换过，地址读不出来：请删除后重新添加')
  if (kind !== 'mail') {
    const { pushStandIns: standIns } = config
    const options = { now: now(), signal, userAgent: userAgentOf(config), standIns }
    return sendToRobot(target, chatText(brand, text), options)
  }
  const mail = renderLetter({
    brand,
    title: text.title,
    paragraphs: text.lines,
    ...(text.link !== null && { action: { label: '打开控制台', url: text.link } }),
    footer: `${config.publicUrl} 的运营通知，在控制台的“设置 → 通知”里更改。`,
  })
  await queueMail(sql, { to: target.address, subject: `[${brand}] ${text.title}`, ...mail })
}
