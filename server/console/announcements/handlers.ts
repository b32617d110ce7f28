import type * as contract from '#contract/console/announcements.ts'
import { AppError } from '../../http/app-error.ts'
import {
  type AnnouncementRow,
  findAnnouncement,
  listAnnouncementRows,
} from '../../operator/announcements/announcements.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { toAnnouncementLink } from '../../site/announcements/announcement-link.ts'

const MOST_ENDED = 50

export function announcementHandlers({ sql }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listAnnouncements() {
      const rows = await listAnnouncementRows(sql, { mostEnded: MOST_ENDED })
      return { announcements: rows.map(toAnnouncement) }
    },
    async readAnnouncement({ input: { announcement } }) {
      const row = await findAnnouncement(sql, announcement)
      if (row === null) throw new AppError('NOT_FOUND')
      return toAnnouncement(row)
    },
  }
}

function toAnnouncement(row: AnnouncementRow): contract.Announcement {
  const { linkLabel, linkUrl, seen, dismissed, ...announcement } = row
  return {
    ...announcement,
    link: toAnnouncementLink({ linkLabel, linkUrl }),
    views: row.kind === 'notice' ? { seen, dismissed } : null,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
