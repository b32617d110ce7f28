import type { readConsoleApplication } from '#contract/console/applications.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatCredit } from '#web/lib/format/money.ts'
import { PersonLink } from '../credit/person-link.tsx'
import { MiniTable } from '../panel/mini-table.tsx'
import { Panel, PanelNone } from '../panel/panel.tsx'

interface SpendersProps {
  spenders: OutputOf<typeof readConsoleApplication>['spenders']
}

export function Spenders({ spenders }: SpendersProps) {
  return (
    <Panel title="30 天里使用最多的用户">
      {spenders.length === 0 ? (
        <PanelNone>30 天里没有用户使用。</PanelNone>
      ) : (
        <MiniTable
          caption="30 天里使用最多的用户"
          columns={[{ head: '用户' }, { head: '积分', className: 'right' }]}
        >
          {spenders.map((spender) => (
            <tr key={spender.userId}>
              <td>
                <PersonLink person={spender} />
              </td>
              <td className="right number">{formatCredit(spender.charged)}</td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}
