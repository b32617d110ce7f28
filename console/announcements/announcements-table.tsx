import {
  ANNOUNCEMENT_KIND_LABELS,
  type AnnouncementState,
} from '#contract/console/announcement-fields.ts'
import type { Announcement } from '#contract/console/announcements.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { type Column, CutCell, RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { Panel, PanelNone } from '../panel/panel.tsx'
import {
  ANNOUNCEMENT_STATE_LABELS,
  ANNOUNCEMENT_STATE_OUTCOMES,
  placeOf,
} from './announcement-labels.ts'

const COLUMNS: readonly Column[] = [
  { head: '公告' },
  { head: '种类' },
  { head: '显示在' },
  { head: '开始' },
  { head: '结束' },
  { head: '看过', className: 'right w-mid' },
  { head: '关闭', className: 'right w-mid' },
  { head: '操作', isUnseen: true },
]

const NONE: Readonly<Record<AnnouncementState, string>> = {
  live: '现在没有公告在显示。',
  upcoming: '没有等着显示的公告。',
  ended: '没有结束的公告。',
}

interface AnnouncementsTableProps {
  state: AnnouncementState
  announcements: readonly Announcement[]
  actions: ActionStarter
}

export function AnnouncementsTable({ state, announcements, actions }: AnnouncementsTableProps) {
  const title = ANNOUNCEMENT_STATE_LABELS[state]
  return (
    <Panel title={title} {...(announcements.length > 0 && { count: announcements.length })}>
      {announcements.length === 0 ? (
        <PanelNone>{NONE[state]}</PanelNone>
      ) : (
        <RowTable caption={`${title}的公告`} columns={COLUMNS}>
          {announcements.map((announcement) => (
            <AnnouncementRow key={announcement.id} announcement={announcement} actions={actions} />
          ))}
        </RowTable>
      )}
    </Panel>
  )
}

interface AnnouncementRowProps {
  announcement: Announcement
  actions: ActionStarter
}

function AnnouncementRow({ announcement, actions }: AnnouncementRowProps) {
  const { id, kind, title, text, tone, startsAt, endsAt, withdrawnAt, views, state } = announcement
  const name = title ?? text
  return (
    <tr>
      <td className="n-lead cut grows" title={name}>
        <Link
          className="plan-link"
          data-row
          to={consoleHref('/announcements/announcement', { announcement: id })}
        >
          {name}
        </Link>
      </td>
      <td className="n-state">
        <span className="tag" data-outcome={ANNOUNCEMENT_STATE_OUTCOMES[state]}>
          {ANNOUNCEMENT_KIND_LABELS[kind]}
          {tone === 'warning' && '\u00a0· 提醒'}
        </span>
      </td>
      <CutCell className="n-who" text={placeOf(announcement)} />
      <td className="n-rest">
        <DayTime iso={startsAt} />
      </td>
      <td className="n-rest">
        {endsAt === null && withdrawnAt === null ? (
          <span className="faint">没有定</span>
        ) : (
          <>
            <DayTime iso={withdrawnAt ?? endsAt} />
            {withdrawnAt !== null && <small className="faint"> 提前</small>}
          </>
        )}
      </td>
      <td className="right w-mid">{views?.seen ?? <span className="faint dash">–</span>}</td>
      <td className="right w-mid">{views?.dismissed ?? <span className="faint dash">–</span>}</td>
      <td className="n-actions right">
        {state !== 'ended' && (
          <ActionButton
            actions={actions}
            command="announcements end"
            given={{ announcement: id }}
            kind="ghost"
            aria-label={`结束 ${name}`}
          >
            结束
          </ActionButton>
        )}
      </td>
    </tr>
  )
}
