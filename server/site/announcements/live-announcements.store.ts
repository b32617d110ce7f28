import type { AnnouncementPages, AnnouncementTone } from '#contract/console/announcement-fields.ts'
import type { Query } from '../../db/sql.ts'

export interface LiveBanner {
  id: string
  text: string
  linkLabel: string | null
  linkUrl: string | null
  tone: AnnouncementTone
  pages: AnnouncementPages
  isDismissable: boolean
  endsAt: Date | null
}

export interface LiveAnnouncements {
  /** The more important first. */
  banners: LiveBanner[]
  notices: { id: string; endsAt: Date | null }[]
  /** The database's clock. */
  at: Date
  /** When the next one begins or ends; null: none will. */
  nextChangeAt: Date | null
}

/** What is shown at this moment of the database. */
export async function readLiveAnnouncements(sql: Query): Promise<LiveAnnouncements> {
  const rows = await sql<LiveBanner & { isBanner: boolean }>`
    select id, kind = 'banner' as "isBanner", text, link_label as "linkLabel", link_url as "linkUrl", tone, pages,
      is_dismissable as "isDismissable", ends_at as "endsAt"
    from announcements
    where withdrawn_at is null and starts_at <= now() and (ends_at is null or ends_at > now())
    order by tone = 'warning' desc, starts_at desc, id desc`
  const [clock] = await sql<{ at: Date; nextChangeAt: Date | null }>`
    select now() as at,
      (select min(moment) from announcements, lateral (values (starts_at), (ends_at)) as edge (moment)
       where withdrawn_at is null and moment > now()) as "nextChangeAt"`
  const banners: LiveBanner[] = []
  const notices: LiveAnnouncements['notices'] = []
  for (const { isBanner, ...row } of rows) {
    if (isBanner) banners.push(row)
    else notices.push({ id: row.id, endsAt: row.endsAt })
  }
  return { banners, notices, at: clock!.at, nextChangeAt: clock!.nextChangeAt }
}
