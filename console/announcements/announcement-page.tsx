import {
  ANNOUNCEMENT_KIND_LABELS,
  ANNOUNCEMENT_STATE_LABELS,
} from '#contract/console/announcement-fields.ts'
import { type Announcement, readAnnouncement } from '#contract/console/announcements.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { type ActionStarter, useActionDialog } from '../actions/use-action-dialog.tsx'
import { MessageScreen } from '../frame/message-screen.tsx'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { BackToList } from '../list/back-to-list.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { AnnouncementEditor } from './announcement-editor.tsx'
import { STATE_OUTCOMES } from './announcements-page.tsx'

/** One announcement, which the address names, or a new one. */
export function AnnouncementPage() {
  const { announcement } = useQuery()
  return announcement === undefined ? <NewAnnouncement /> : <OneAnnouncement id={announcement} />
}

function NewAnnouncement() {
  useTitle('发布公告')
  const actions = useActionDialog(() => undefined)
  return (
    <>
      <BackToList path="/announcements" label="公告" />
      <header className="thing-head">
        <h1>发布公告</h1>
      </header>
      <AnnouncementEditor
        announcement={undefined}
        canSave={actions.canRun('announcements add')}
        onSaved={() => undefined}
      />
    </>
  )
}

function OneAnnouncement({ id }: { id: string }) {
  const load = useLoad(id, (signal) =>
    callConsole(readAnnouncement, { announcement: id }, { signal, isQuiet: true }),
  )
  const actions = useActionDialog(load.reload)
  useTitle(`公告 ${load.data ? (load.data.title ?? load.data.text) : ''}`.trim())
  if (load.error?.code === 'NOT_FOUND')
    return (
      <MessageScreen
        title="没有这条公告"
        actions={<ButtonLink to="/announcements">看全部公告</ButtonLink>}
      >
        没有编号为 {id} 的公告，请检查是否完整。
      </MessageScreen>
    )
  return (
    <>
      <BackToList path="/announcements" label="公告" />
      <Loaded load={load} what="公告" lines={12}>
        {(announcement) => (
          <>
            <Head announcement={announcement} actions={actions} />
            <AnnouncementEditor
              // what was saved is what the next change begins with
              key={`${announcement.version} ${announcement.state}`}
              announcement={announcement}
              canSave={announcement.state !== 'ended' && actions.canRun('announcements edit')}
              onSaved={load.reload}
            />
          </>
        )}
      </Loaded>
      {actions.dialog}
    </>
  )
}

interface HeadProps {
  announcement: Announcement
  actions: ActionStarter
}

function Head({ announcement, actions }: HeadProps) {
  const { id, kind, state, views, createdBy, createdAt, updatedBy, updatedAt, version } =
    announcement
  return (
    <header className="thing-head">
      <div>
        <h1>
          {ANNOUNCEMENT_KIND_LABELS[kind]}
          <span className="tag" data-outcome={STATE_OUTCOMES[state]}>
            {ANNOUNCEMENT_STATE_LABELS[state]}
          </span>
        </h1>
        <p>
          {views && (
            <span>
              {views.seen} 位用户看过，{views.dismissed} 位关闭
            </span>
          )}
          <span>
            {createdBy} <DayTime iso={createdAt} /> 发布
          </span>
          {version > 1 && (
            <span>
              {updatedBy} <DayTime iso={updatedAt} /> 改过
            </span>
          )}
          <Link to={consoleHref('/audit', { subject: id })}>操作记录</Link>
        </p>
      </div>
      {state !== 'ended' && (
        <span className="row-actions">
          <ActionButton actions={actions} command="announcements end" given={{ announcement: id }}>
            {state === 'live' ? '现在结束' : '取消'}
          </ActionButton>
        </span>
      )}
    </header>
  )
}
