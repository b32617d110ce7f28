import type { ReactNode } from 'react'
import {
  ANNOUNCEMENT_KIND_LABELS,
  ANNOUNCEMENT_KINDS,
  ANNOUNCEMENT_LIMITS,
  ANNOUNCEMENT_PAGES,
  ANNOUNCEMENT_PAGES_LABELS,
  ANNOUNCEMENT_TONE_LABELS,
  ANNOUNCEMENT_TONES,
} from '#contract/console/announcement-fields.ts'
import type { Announcement } from '#contract/console/announcements.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field, FieldFrame, type FieldProps } from '#web/ui/form/field.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import type { AnnouncementDraft } from './announcement-form.ts'

interface AnnouncementFieldsProps {
  /** What the fields hold now; each begins with it. */
  draft: AnnouncementDraft
  /** Undefined: a new one. */
  stored: Announcement | undefined
}

export function AnnouncementFields({ draft, stored }: AnnouncementFieldsProps) {
  const { timeZone } = useConsoleSite()
  const isBanner = draft.kind === 'banner'
  const isLive = stored?.state === 'live'
  const zone = `${timeZone} 的时间`
  const optional = <span className="faint">可不填</span>
  const text = {
    ...{ name: 'text', label: '内容', defaultValue: draft.text },
    hint: lengthHint(
      draft.text,
      isBanner ? ANNOUNCEMENT_LIMITS.banner : ANNOUNCEMENT_LIMITS.notice,
    ),
  }
  return (
    <>
      <Group title="内容">
        <SelectField
          name="kind"
          label="种类"
          choices={ANNOUNCEMENT_KINDS.map((value) => [value, ANNOUNCEMENT_KIND_LABELS[value]])}
          value={draft.kind}
          disabled={stored !== undefined}
          hint={isBanner ? '在页面顶端，一句话，给所有人看' : '在账户中心，给登录的用户看'}
        />
        <SelectField
          name="tone"
          label="语气"
          choices={ANNOUNCEMENT_TONES.map((value) => [value, ANNOUNCEMENT_TONE_LABELS[value]])}
          value={draft.tone}
          hint="决定颜色"
        />
        {!isBanner && (
          <Field
            name="title"
            label="标题"
            defaultValue={draft.title}
            autoComplete="off"
            maxLength={ANNOUNCEMENT_LIMITS.title}
          />
        )}
        <TextArea key={draft.kind} rows={isBanner ? 2 : 6} {...text} />
        <Field
          name="linkLabel"
          label="链接文字"
          defaultValue={draft.linkLabel}
          aside={optional}
          autoComplete="off"
          maxLength={ANNOUNCEMENT_LIMITS.linkLabel}
        />
        <Field
          name="link"
          label="链接"
          defaultValue={draft.link}
          aside={optional}
          autoComplete="off"
          spellCheck={false}
          maxLength={ANNOUNCEMENT_LIMITS.linkUrl}
          hint="站内的页面，例如 /plans，或 https:// 开头的网址"
        />
      </Group>
      <Group title="在哪里，什么时候">
        {isBanner && (
          <SelectField
            name="pages"
            label="页面"
            choices={ANNOUNCEMENT_PAGES.map((value) => [value, ANNOUNCEMENT_PAGES_LABELS[value]])}
            value={draft.pages}
            hint="账户页面包括登录、注册和充值"
          />
        )}
        <Field
          type="datetime-local"
          name="from"
          label="开始"
          defaultValue={draft.from}
          readOnly={isLive}
          hint={isLive ? '已经开始，不能改' : `${zone}，不填为马上`}
        />
        <Field
          type="datetime-local"
          name="until"
          label="结束"
          defaultValue={draft.until}
          hint={`${zone}，不填为直到有人结束它`}
        />
        <Checkbox name="dismissable" defaultChecked={draft.dismissable === 'on'}>
          可以关闭{' '}
          <small className="faint">
            {isBanner ? '关闭记在顾客的浏览器里' : '关闭之后，这个用户在哪里都不再看到'}
          </small>
        </Checkbox>
      </Group>
      <Group title="记录">
        <Field label="原因" name="reason" autoComplete="off" aside={optional} maxLength={200} />
      </Group>
    </>
  )
}

function lengthHint(text: string, most: number): string {
  return `纯文字，${Array.from(text.trim()).length}/${most} 个字`
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel plan-group" aria-label={title}>
      <header className="panel-head">
        <h2>{title}</h2>
      </header>
      <div className="plan-group-fields">{children}</div>
    </section>
  )
}

interface SelectFieldProps extends FieldProps {
  choices: readonly (readonly [value: string, label: string])[]
  value: string
  disabled?: boolean
}

function SelectField({ choices, value, disabled, ...field }: SelectFieldProps) {
  return (
    <FieldFrame {...field}>
      {(inputProps) => (
        <select className="input" defaultValue={value} disabled={disabled} {...inputProps}>
          {choices.map(([each, label]) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

interface TextAreaProps extends FieldProps {
  defaultValue: string
  rows: number
}

function TextArea({ defaultValue, rows, ...field }: TextAreaProps) {
  return (
    <FieldFrame {...field}>
      {(inputProps) => (
        <textarea className="input" rows={rows} defaultValue={defaultValue} {...inputProps} />
      )}
    </FieldFrame>
  )
}
