import { type UsageFilter, usageCsv, usageRecords } from '#contract/credit/usage.ts'
import { call } from '../../lib/call/call.ts'
import { searchOf } from '../../lib/href.ts'
import { pageData } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { useAction } from '../../ui/action/use-action.ts'

/** Downloads all records of the filter; the browser writes them to the disk as they come. */
export function ExportButton({ filter }: { filter: UsageFilter }) {
  const { isBusy, run } = useAction(async () => {
    // a refusal is shown as that of any other call, not as a broken file
    await call(usageRecords, { ...filter, limit: 1 })
    const link = document.createElement('a')
    const { apiBase } = pageData().site
    link.href = apiBase + usageCsv.path + searchOf({ ...filter })
    link.download = ''
    link.click()
  })
  return (
    <Button size="small" icon="save" isBusy={isBusy} onClick={run}>
      导出 CSV
    </Button>
  )
}
