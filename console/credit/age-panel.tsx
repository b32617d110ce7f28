import { formatCredit } from '#web/lib/format/money.ts'
import { Meter } from '../chart/meter.tsx'
import { MiniTable } from '../panel/mini-table.tsx'
import { Panel } from '../panel/panel.tsx'

interface AgePanelProps {
  title: string
  parts: readonly (readonly [label: string, credit: number])[]
}

/** Parts of what is owed, with a bar for each. */
export function AgePanel({ title, parts }: AgePanelProps) {
  const total = parts.reduce((sum, [, credit]) => sum + credit, 0)
  return (
    <Panel title={title}>
      <MiniTable
        caption={`欠用户的积分，${title}`}
        columns={[
          { head: '时间' },
          { head: '图', isUnseen: true },
          { head: '积分', className: 'right' },
          { head: '占比', className: 'right' },
        ]}
      >
        {parts.map(([label, credit]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="age-bar">
              <Meter parts={[{ tone: 'bar', value: credit }]} total={total} />
            </td>
            <td className="right number">{formatCredit(credit)}</td>
            <td className="right number">{shareText(credit, total)}</td>
          </tr>
        ))}
      </MiniTable>
    </Panel>
  )
}

function shareText(credit: number, total: number): string {
  if (credit === 0) return '–'
  const share = (credit / total) * 100
  return share < 1 ? '< 1%' : `${Math.round(share)}%`
}
