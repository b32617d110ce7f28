import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { exportData } from '#contract/account/personal-data.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useSite } from '../../lib/site.ts'
import { formatTime } from '../../lib/format/time.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/action/button.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { ListCard } from '../frame/list-card.tsx'
import { useFreshLogin } from '../login/use-fresh-login.tsx'

/** A few megabytes on a slow line. */
const FILE_MS = 5 * 60_000

/** Exports all data about the user as a JSON file. */
export function ExportCard({ email }: { email: string }) {
  const { creditUnit, timeZone } = useSite()
  const [omitted, setOmitted] = useState('')
  const { callWithFreshLogin, dialog } = useFreshLogin(email)
  const { isBusy, run } = useAction(async () => {
    try {
      // describes all that the shop stores: too much to load before somebody asks
      const contract = await loadChunk(() => import('#contract/account/personal-data.ts')).catch(
        () => null,
      )
      if (contract === null) return toast('导出失败，请检查网络后重试', 'bad')
      const data = await callWithFreshLogin(() =>
        call(contract.exportData, {}, { isQuiet: true, timeoutMs: FILE_MS }),
      )
      if (!data) return
      const day = formatTime(data.exportedAt, 'date', timeZone)
      saveFile(`account-${day}.json`, JSON.stringify(data, null, 2), 'application/json')
      setOmitted(omittedText(data.omitted, creditUnit))
      toast('数据已导出')
    } catch (error) {
      if (error instanceof CallError && !error.isShown) toast(error.message, 'bad')
      throw error
    }
  })
  return (
    <ListCard title="导出我的数据">
      <p className="soft">
        一个 JSON 文件，包括个人资料、登录记录、订单和退款、{creditUnit}
        流水、应用的扣费、发票信息，以及客服对账户的操作和备注。不含密码、密钥和完整卡号；发票 PDF
        请在发票页下载。
      </p>
      {omitted !== '' && <p role="status">文件未包含更早的 {omitted}，如需请联系客服。</p>}
      <div className="card-foot">
        <Button icon="save" isBusy={isBusy} onClick={run}>
          导出数据
        </Button>
      </div>
      {dialog}
    </ListCard>
  )
}

/** What the file omits; '' when it is complete. */
function omittedText(
  { orders, creditEntries, holds, charges }: OutputOf<typeof exportData>['omitted'],
  creditUnit: string,
): string {
  const parts = [
    orders > 0 && `${formatCredit(orders)} 笔订单`,
    creditEntries > 0 && `${formatCredit(creditEntries)} 笔${creditUnit}流水`,
    holds > 0 && `${formatCredit(holds)} 次预留`,
    charges > 0 && `${formatCredit(charges)} 次扣费`,
  ]
  return parts.filter((part) => part !== false).join('、')
}
