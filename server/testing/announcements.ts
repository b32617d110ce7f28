import { uuidv7 } from '../db/ids.ts'
import type { Query } from '../db/sql.ts'

interface NewAnnouncement {
  kind?: 'banner' | 'notice'
  text?: string
  title?: string
  tone?: 'info' | 'warning'
  pages?: 'all' | 'public' | 'account'
  isDismissable?: boolean
  /** From now by the database's clock, such as `-1 hour`. */
  from?: string
  until?: string
}

/** An announcement as an operator would have added it; returns its id. */
export async function addAnnouncement(
  sql: Query,
  {
    kind = 'banner',
    text = '今晚维护',
    title = '标题',
    tone = 'info',
    pages = 'all',
    isDismissable = true,
    from = '0 seconds',
    until,
  }: NewAnnouncement = {},
): Promise<string> {
  const id = uuidv7()
  const isBanner = kind === 'banner'
  await sql`
    insert into announcements (id, kind, title, text, tone, pages, is_dismissable, starts_at, ends_at, created_by,
      updated_by)
    values (${id}, ${kind}, ${isBanner ? null : title}, ${text}, ${tone}, ${isBanner ? pages : null},
      ${isDismissable}, now() + ${from}::interval, now() + ${until ?? null}::interval, 'test', 'test')`
  return id
}
