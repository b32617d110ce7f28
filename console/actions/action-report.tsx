import { useEffect, useRef } from 'react'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import type { ActionReport } from '#contract/console/shapes.ts'

/** Labelled values, then sentences, of a preview or a result; it takes the focus, so that it is read. */
export function ActionReportBox({ title, report }: { title: string; report: ActionReport }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={box} className="preview" aria-label={title} tabIndex={-1}>
      <h3>{title}</h3>
      <ReportBody report={report} />
    </section>
  )
}

/** The report without a box around it. */
export function ReportBody({ report: { facts, sentences } }: { report: ActionReport }) {
  return (
    <>
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ label, value, isSecret }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a report never changes, and labels may repeat
            <div key={at}>
              <dt>{label}</dt>
              <dd>{isSecret ? <CopyButton text={value} what={label} /> : value}</dd>
            </div>
          ))}
        </dl>
      )}
      {sentences.length > 0 && (
        <ul className="sentences">
          {sentences.map((sentence, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a report never changes, and sentences may repeat
            <li key={at}>{sentence}</li>
          ))}
        </ul>
      )}
      {facts.length === 0 && sentences.length === 0 && <p className="sentences">没有内容。</p>}
    </>
  )
}
