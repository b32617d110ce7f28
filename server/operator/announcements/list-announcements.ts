import {
  ANNOUNCEMENT_KIND_LABELS,
  ANNOUNCEMENT_PAGES_LABELS,
  type AnnouncementState,
} from '#contract/console/announcement-fields.ts'
import { defineCommand } from '../command.ts'
import { countText, timeText } from '../terminal/format.ts'
import { formatTable } from '../terminal/table.ts'
import { listAnnouncementRows } from './announcements.store.ts'

const MOST_ENDED = 50

const STATES: Readonly<Record<AnnouncementState, string>> = {
  live: '正在显示',
  upcoming: '将要显示',
  ended: '已结束',
}

export const listAnnouncementsCommand = defineCommand({
  name: 'announcements list',
  summary: `列出公告：正在显示的、将要显示的，和最近结束的 ${MOST_ENDED} 条`,
  arguments: {},
  options: {},
  async run({ sql, content }) {
    const { timeZone } = content.site
    const rows = await listAnnouncementRows(sql, { mostEnded: MOST_ENDED })
    const text = formatTable(rows, [
      { title: 'ID', of: ({ id }) => id },
      { title: '状态', of: ({ state }) => STATES[state] },
      { title: '种类', of: ({ kind }) => ANNOUNCEMENT_KIND_LABELS[kind] },
      {
        title: '显示在',
        of: ({ pages }) => (pages === null ? '账户中心' : ANNOUNCEMENT_PAGES_LABELS[pages]),
      },
      { title: '开始', of: ({ startsAt }) => timeText(startsAt, timeZone) },
      {
        title: '结束',
        of: ({ endsAt, withdrawnAt }) => timeText(withdrawnAt ?? endsAt, timeZone),
      },
      {
        title: '看过',
        of: ({ kind, seen }) => (kind === 'notice' ? countText(seen) : '—'),
        align: 'right',
      },
      {
        title: '关闭',
        of: ({ kind, dismissed }) => (kind === 'notice' ? countText(dismissed) : '—'),
        align: 'right',
      },
      { title: '内容', of: ({ title, text: words }) => title ?? words },
    ])
    return { data: rows, text: rows.length === 0 ? '还没有公告' : text }
  },
})
