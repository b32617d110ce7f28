import type { ReactNode } from 'react'
import type { AuditEntry } from '#contract/console/audit.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { TimeText } from '#web/ui/display/time-text.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Ask } from '../frame/ask.tsx'
import { CHANNEL_LABELS } from './audit-labels.ts'
import { OutcomeTag } from './outcome-tag.tsx'

/** All that is recorded of one action. */
export function AuditDetails({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { failure, result, given } = entry
  return (
    <Ask title={entry.title} onClose={onClose}>
      <div className="ask-body">
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
        <dl className="facts">
          {factsOf(entry).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {given.length > 0 && (
          <section className="preview" aria-label="填写的内容">
            <h3>填写的内容</h3>
            <dl className="facts">
              {given.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value === '' ? '是' : value}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {result !== null && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
          <pre className="raw" tabIndex={0} role="region" aria-label="结果">
            {indented(result)}
          </pre>
        )}
      </div>
    </Ask>
  )
}

function factsOf(entry: AuditEntry): [label: string, value: ReactNode][] {
  const { id, command, operator, channel, address, subject, reason, startedAt, finishedAt } = entry
  const { signedBy } = entry
  return [
    ['结果', <OutcomeTag key="outcome" outcome={entry.outcome} />],
    ['操作者', operator],
    ...(signedBy === null ? [] : [['签字', signedBy] satisfies [string, ReactNode]]),
    ['渠道', CHANNEL_LABELS[channel]],
    ['网络地址', address ?? '–'],
    ['命令', <code key="command">{command}</code>],
    ['对象', subject === null ? '–' : <CopyButton key="subject" text={subject} what="对象" />],
    ['原因', reason ?? '–'],
    ['开始', <TimeText key="start" iso={startedAt} style="second" />],
    ['结束', finishedAt === null ? '–' : <TimeText key="end" iso={finishedAt} style="second" />],
    ['记录编号', <CopyButton key="id" text={id} what="记录编号" />],
  ]
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
