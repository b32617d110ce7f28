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
import { BackToList } from '../list/detail-page.tsx'
import { DayTime } from '../panel/cells.tsx'
import { STATE_OUTCOMES } from './announcements-page.tsx'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { ConfirmAction } from '../actions/confirm-action.tsx'
import type { Given } from '../actions/given.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { AnnouncementFields } from './announcement-fields.tsx'
import {
  type AnnouncementDraft,
  announcementSchema,
  draftOf,
  givenOf,
  readDraft,
} from './announcement-form.ts'
import { AnnouncementPreview } from './announcement-preview.tsx'

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

interface AnnouncementEditorProps {
  /** Undefined: a new one. */
  announcement: Announcement | undefined
  canSave: boolean
  onSaved: () => void
}

/** The fields beside what customers will see; saving shows where and when first. */
function AnnouncementEditor({ announcement, canSave, onSaved }: AnnouncementEditorProps) {
  const { timeZone } = useConsoleSite()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<AnnouncementDraft>(() => draftOf(announcement, timeZone))
  const [given, setGiven] = useState<Given>()
  const isSaved = useRef(false)

  function follow(event: FormEvent<HTMLElement>) {
    const form = event.currentTarget.closest('form')
    if (form) setDraft((before) => readDraft(form, before))
  }

  async function submit({ reason }: { reason: string }) {
    setGiven(givenOf(draft, announcement, { timeZone, reason }))
  }

  function close() {
    setGiven(undefined)
    if (!isSaved.current) return
    if (announcement) onSaved()
    else void navigate('/announcements', { replace: true })
  }

  return (
    <div className="plan-editor announcement-editor">
      <Form className="plan-form" schema={announcementSchema(draft.kind)} onSubmit={submit}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears of changes in the fields inside */}
        <fieldset className="plan-fields" disabled={!canSave} onInput={follow}>
          <legend className="unseen">公告的内容</legend>
          <AnnouncementFields draft={draft} stored={announcement} />
        </fieldset>
        {canSave && (
          <footer className="plan-save">
            <p className="hint">先看到谁在什么时候看到什么，再发布。</p>
            <SubmitButton size="small" isWide={false}>
              {announcement ? '预览并保存' : '预览并发布'}
            </SubmitButton>
          </footer>
        )}
      </Form>
      <AnnouncementPreview draft={draft} />
      {given && (
        <ConfirmAction
          title={announcement ? '修改公告' : '发布公告'}
          command={announcement ? 'announcements edit' : 'announcements add'}
          given={given}
          onClose={close}
          onDone={() => {
            isSaved.current = true
          }}
        />
      )}
    </div>
  )
}
