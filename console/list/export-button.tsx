import { downloadExport, type ExportedListName, prepareExport } from '#contract/console/exports.ts'
import { formatCredit } from '#web/lib/format/money.ts'
import { searchOf } from '#web/lib/href.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/action/button.tsx'
import { useAction } from '#web/ui/action/use-action.ts'
import { callConsole } from '../lib/call.ts'
import { useOperator } from '../lib/session.ts'
import type { ComponentProps } from 'react'

interface ExportButtonProps {
  list: ExportedListName
  /** The list's filter, as the address has it. */
  filter: Readonly<Record<string, string | undefined>>
}

/** Downloads all rows of the filter; shown to those who may. The browser writes them to the disk as they come. */
export function ExportButton({ list, filter: shown }: ExportButtonProps) {
  const { permissions } = useOperator()
  const { isBusy, run } = useAction(async () => {
    const given = Object.entries(shown).flatMap(([name, value]) => (value ? [[name, value]] : []))
    const filter: Record<string, string> = Object.fromEntries(given)
    // a refusal is shown as that of any other call, not as a broken file
    const { ticket, rows } = await callConsole(prepareExport, { list, filter })
    const link = document.createElement('a')
    link.href = downloadExport.path + searchOf({ list, filter: JSON.stringify(filter), ticket })
    link.download = ''
    link.click()
    toast(`正在下载 ${formatCredit(rows)} 行`)
  })
  if (!permissions.includes('export')) return null
  return (
    <Button size="small" icon="save" isBusy={isBusy} onClick={run}>
      导出 CSV
    </Button>
  )
}

/** The button at the right end of a list's heading; nothing for those who may not. */
export function ExportActions(props: ComponentProps<typeof ExportButton>) {
  if (!useOperator().permissions.includes('export')) return null
  return (
    <span className="row-actions">
      <ExportButton {...props} />
    </span>
  )
}
