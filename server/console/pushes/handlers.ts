import type * as contract from '#contract/console/settings/pushes.ts'
import { listChannels } from '../../alerts/pushes/channels.store.ts'
import { decryptTarget, shownAddress } from '../../alerts/pushes/target.ts'
import { quietTextOf } from '../../operator/pushes/pushes.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'

export function pushHandlers({ sql, config }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listPushChannels() {
      const channels = await listChannels(sql)
      return {
        channels: channels.map(({ target, createdAt, lastSentAt, ...channel }) => ({
          ...channel,
          address: shownAddress(channel.kind, decryptTarget(config.secretKey, target)),
          quiet: quietTextOf(channel),
          createdAt: createdAt.toISOString(),
          lastSentAt: lastSentAt?.toISOString() ?? null,
        })),
      }
    },
  }
}
