import type { EndedRequest } from '#contract/console/staff/signatures.ts'
import { DayTime } from '../panel/day-time.tsx'
import { MiniTable } from '../panel/mini-table.tsx'
import { Panel } from '../panel/panel.tsx'

const OUTCOMES = {
  signed: { label: '已签字', tag: 'done' },
  refused: { label: '已拒绝', tag: 'failed' },
  expired: { label: '已过期，没有执行', tag: 'none' },
} as const

/** What became of the operator's own requests. */
export function EndedRequests({ requests }: { requests: readonly EndedRequest[] }) {
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
