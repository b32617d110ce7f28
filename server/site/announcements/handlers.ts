import type * as contract from '#contract/account/notices.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/serve.ts'
import { toAnnouncementLink } from './announcement-link.ts'
import { findNotice, markDismissed, markSeen } from './notices.store.ts'

export function noticeHandlers({ sql }: Pick<Deps, 'sql'>): Handlers<typeof contract> {
  async function showNotice(userId: string): Promise<OutputOf<typeof contract.readNotice>> {
    const row = await findNotice(sql, userId)
    if (row === null) return { notice: null, others: 0 }
    const { others, isSeen, linkLabel, linkUrl, ...notice } = row
    if (!isSeen) await markSeen(sql, userId, notice.id)
    const link = toAnnouncementLink({ linkLabel, linkUrl })
    return { notice: { ...notice, link }, others }
  }

  return {
    readNotice: ({ session }) => showNotice(session.userId),
    async dismissNotice({ session, input }) {
      await markDismissed(sql, session.userId, input.id)
      return showNotice(session.userId)
    },
  }
}
