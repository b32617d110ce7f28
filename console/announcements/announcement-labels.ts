import {
  ANNOUNCEMENT_PAGES_LABELS,
  type AnnouncementState,
} from '#contract/console/announcement-fields.ts'
import type { Announcement } from '#contract/console/announcements.ts'

export const ANNOUNCEMENT_STATE_LABELS: Readonly<Record<AnnouncementState, string>> = {
  live: '正在显示',
  upcoming: '将要显示',
  ended: '已结束',
}

/** What a tag is coloured by. */
export const ANNOUNCEMENT_STATE_OUTCOMES: Readonly<Record<AnnouncementState, string>> = {
  live: 'done',
  upcoming: 'refused',
  ended: 'none',
}

/** Where customers see it. */
export function placeOf({ pages }: Pick<Announcement, 'pages'>): string {
  return pages === null ? '账户中心' : ANNOUNCEMENT_PAGES_LABELS[pages]
}
