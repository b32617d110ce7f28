import { type FormEvent, useRef, useState } from 'react'
import type { Announcement } from '#contract/console/announcements.ts'
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

interface AnnouncementEditorProps {
  /** Undefined: a new one. */
  announcement: Announcement | undefined
  canSave: boolean
  onSaved: () => void
}

/** The fields beside what customers will see; saving shows where and when first. */
export function AnnouncementEditor({ announcement, canSave, onSaved }: AnnouncementEditorProps) {
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
