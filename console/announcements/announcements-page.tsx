import {
  ANNOUNCEMENT_KIND_LABELS,
  ANNOUNCEMENT_PAGES_LABELS,
  ANNOUNCEMENT_STATE_LABELS,
  type AnnouncementState,
} from '#contract/console/announcement-fields.ts'
import { type Announcement, listAnnouncements } from '#contract/console/announcements.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { ListPage } from '../list/list-page.tsx'
import type { RowColumn } from '../list/row-table.tsx'
import { DayTime } from '../panel/cells.tsx'

/** What a tag is coloured by. */
export const STATE_OUTCOMES: Readonly<Record<AnnouncementState, string>> = {
  live: 'done',
  upcoming: 'refused',
  ended: 'none',
}

/** The announcements that have not ended, and the latest of the others. */
export function AnnouncementsPage() {
  return (
    <ListPage
      path="/announcements"
      title="公告"
      caption="公告，最晚开始的在上面"
      note="横幅在页面顶端，给所有人看；通知卡片在账户中心，给登录的用户看。"
      read={async (_filter, _before, options) => ({
        ...(await callConsole(listAnnouncements, {}, options)),
        next: null,
      })}
      rows={({ announcements }) => announcements}
      keyOf={({ id }) => id}
      buttons={(actions) =>
        actions.canRun('announcements add') && (
          <ButtonLink size="small" icon="plus" to="/announcements/announcement">
            发布公告
          </ButtonLink>
        )
      }
      columns={({ actions }) => columnsWith(actions)}
      empty={{ title: '还没有公告', text: '所有者发布之后，几秒内出现在网站上。' }}
    />
  )
}

const columnsWith = (actions: ActionStarter): RowColumn<Announcement>[] => [
  {
    head: '公告',
    cell: 'n-lead cut grows',
    draw: ({ id, title, text }) => (
      <Link
        className="plan-link"
        data-row
        title={title ?? text}
        to={consoleHref('/announcements/announcement', { announcement: id })}
      >
        {title ?? text}
      </Link>
    ),
  },
  {
    head: '状态',
    cell: 'n-state',
    draw: ({ state }) => (
      <span className="tag" data-outcome={STATE_OUTCOMES[state]}>
        {ANNOUNCEMENT_STATE_LABELS[state]}
      </span>
    ),
  },
  {
    head: '种类',
    cell: 'n-who',
    text: ({ kind, tone }) =>
      `${ANNOUNCEMENT_KIND_LABELS[kind]}${tone === 'warning' ? ' · 提醒' : ''}`,
  },
  {
    head: '显示在',
    cell: 'n-rest',
    text: ({ pages }) => (pages === null ? '账户中心' : ANNOUNCEMENT_PAGES_LABELS[pages]),
  },
  { head: '开始', cell: 'n-rest', draw: ({ startsAt }) => <DayTime iso={startsAt} /> },
  {
    head: '结束',
    cell: 'n-rest',
    draw: ({ endsAt, withdrawnAt }) => <DayTime iso={withdrawnAt ?? endsAt} />,
  },
  { head: '看过', className: 'right w-mid', draw: ({ views }) => views?.seen ?? '–' },
  { head: '关闭', className: 'right w-mid', draw: ({ views }) => views?.dismissed ?? '–' },
  {
    head: '操作',
    isUnseen: true,
    cell: 'n-actions right',
    draw: ({ id, title, text, state }) =>
      state !== 'ended' && (
        <ActionButton
          actions={actions}
          command="announcements end"
          given={{ announcement: id }}
          kind="ghost"
          aria-label={`结束 ${title ?? text}`}
        >
          结束
        </ActionButton>
      ),
  },
]
