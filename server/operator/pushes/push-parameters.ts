import {
  type ChannelRow,
  findNamedChannel,
  type QuietHours,
} from '../../alerts/pushes/channels.store.ts'
import { quietText, readQuietHours } from '../../alerts/pushes/quiet-hours.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { type Parameter, requiredText } from '../parameters.ts'

export const channelArgument = requiredText('渠道', '通知渠道的名称或 ID，见控制台的“设置 → 通知”')

export const quietParameter: Parameter<QuietHours | null> = {
  value: '免打扰',
  help: '例如 22:00-08:00，按网站的时区；这段时间的通知到结束时一起发',
  isRequired: false,
  read(given) {
    if (given === undefined) return null
    const hours = readQuietHours(given)
    if (hours === null) throw wrongUsage('应为两个时间，例如 22:00-08:00')
    return hours
  },
}

/** The quiet hours of a stored channel as text; null for none. */
export function quietTextOf({
  quietFrom,
  quietUntil,
}: Pick<ChannelRow, 'quietFrom' | 'quietUntil'>): string | null {
  return quietFrom === null || quietUntil === null
    ? null
    : quietText({ from: quietFrom, until: quietUntil })
}

/** The one channel that the operator names. */
export async function requireChannel(
  { sql }: Pick<OperatorContext, 'sql'>,
  reference: string,
): Promise<ChannelRow> {
  const channel = await findNamedChannel(sql, reference)
  if (channel === null) throw new Refusal(`没有这个通知渠道：${reference}`, { code: 'NOT_FOUND' })
  return channel
}
