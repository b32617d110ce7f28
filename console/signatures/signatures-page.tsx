import { useId, useState } from 'react'
import {
  dropRequest,
  type EndedRequest,
  type listSignatureRequests,
  type SignatureRequest,
} from '#contract/console/staff/signatures.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useTitle } from '../lib/use-title.ts'
import { SignDialog } from './sign-dialog.tsx'
import { useSignatureRequests } from './signature-requests.tsx'
import { formatDayTime } from '#web/lib/format/day-time.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { ReportBody } from '../actions/action-report.tsx'
import { StepNote } from '#web/ui/feedback/step-note.tsx'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useStep } from '#web/ui/action/use-step.ts'
import { DayTime } from '../panel/cells.tsx'
import { MiniTable, Panel } from '../panel/panel.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'

/** Actions beyond somebody's daily sum, and others that a second person signs. */
export function SignaturesPage() {
  const load = useSignatureRequests()
  const [open, setOpen] = useState<SignatureRequest>()
  useTitle('待签字')
  return (
    <>
      <header className="op-head">
        <h1>待签字</h1>
        <p>
          超过当天额度的退款和调整，换绑邮箱、关闭两步验证，便宜得多的套餐，自营的应用与应用的新密钥，由另一位所有者或财务签字后执行。
        </p>
      </header>
      <Loaded load={load} what="待签字的操作" lines={4}>
        {({ requests, signsLater, ended }) => (
          <>
            {signsLater && <SignsLater {...signsLater} />}
            {requests.length === 0 ? (
              <section className="panel">
                <Empty title="没有在等签字的操作" heading="h2">
                  同事的操作要您签字时，会出现在这里，最多等 7 天。
                </Empty>
              </section>
            ) : (
              <div className="columns">
                {requests.map((request) => (
                  <RequestPanel
                    key={request.id}
                    request={request}
                    onSign={signsLater === null ? () => setOpen(request) : null}
                    onDropped={load.reload}
                  />
                ))}
              </div>
            )}
            {ended.length > 0 && <EndedRequests requests={ended} />}
          </>
        )}
      </Loaded>
      {open && (
        <SignDialog
          key={open.id}
          request={open}
          onClose={() => {
            setOpen(undefined)
            load.reload()
          }}
        />
      )}
    </>
  )
}

interface RequestPanelProps {
  request: SignatureRequest
  /** Null: this operator does not sign yet. */
  onSign: (() => void) | null
  /** Called after the request was refused or withdrawn. */
  onDropped: () => void
}

/** One request: who asks for what, and until when. */
function RequestPanel({ request, onSign, onDropped }: RequestPanelProps) {
  const { id, title, operator, operatorName, isOwn, preview, requestedAt, expiresAt } = request
  const { timeZone } = useConsoleSite()
  const headingId = useId()
  const { isBusy, message, run } = useStep(async () => {
    await callConsole(dropRequest, { id }, { isQuiet: true })
    toast(isOwn ? '申请已撤回' : '申请已拒绝')
    onDropped()
  })
  return (
    <section className="panel" aria-labelledby={headingId}>
      <header className="panel-head">
        <h2 id={headingId}>{title}</h2>
        <span className="faint">
          {isOwn ? '您的申请' : `${operatorName}（${operator}）`}，
          <time dateTime={requestedAt}>{formatDayTime(requestedAt, timeZone)}</time>
        </span>
      </header>
      <div className="panel-body">
        <ReportBody report={preview} />
        <p className="faint">
          有效到 <time dateTime={expiresAt}>{formatDayTime(expiresAt, timeZone)}</time>
        </p>
        <StepNote message={message} />
        <div className="row-actions">
          <Button size="small" isBusy={isBusy} onClick={run}>
            {isOwn ? '撤回申请' : '拒绝'}
          </Button>
          {!isOwn && onSign && (
            <Button kind="primary" size="small" onClick={onSign}>
              查看并签字
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}

const OUTCOMES = {
  signed: { label: '已签字', tag: 'done' },
  refused: { label: '已拒绝', tag: 'failed' },
  expired: { label: '已过期，没有执行', tag: 'none' },
} as const

/** What became of the operator's own requests. */
function EndedRequests({ requests }: { requests: readonly EndedRequest[] }) {
  return (
    <Panel title="您最近的申请" count={requests.length}>
      <MiniTable
        caption="您 7 天内有了结果的申请，最新的在上面"
        columns={[{ head: '申请' }, { head: '提出' }, { head: '结果' }, { head: '时间' }]}
      >
        {requests.map(({ id, title, requestedAt, outcome, endedAt, decidedBy }) => (
          <tr key={id}>
            <td>{title}</td>
            <td>
              <DayTime iso={requestedAt} />
            </td>
            <td className="wrap-text">
              <span className="tag" data-outcome={OUTCOMES[outcome].tag}>
                {OUTCOMES[outcome].label}
              </span>{' '}
              {decidedBy}
            </td>
            <td>
              <DayTime iso={endedAt} />
            </td>
          </tr>
        ))}
      </MiniTable>
    </Panel>
  )
}

type SignsLaterProps = NonNullable<OutputOf<typeof listSignatureRequests>['signsLater']>

/** Says to a colleague who does not sign yet since when that is so, and from when on it is not. */
function SignsLater({ since, from }: SignsLaterProps) {
  return (
    <Notice kind="wait">
      您在 <DayTime iso={since} /> 加入、恢复、换角色或重置了登录方式，24 小时内不能签字，
      <DayTime iso={from} /> 起可以。
    </Notice>
  )
}
