import type { ReactNode } from 'react'
import { invoiceFile, invoiceList } from '#contract/invoices/invoices.ts'
import { call } from '../../lib/call/call.ts'
import { searchOf } from '../../lib/href.ts'
import { pageData } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { useAction } from '../../ui/action/use-action.ts'

interface DownloadButtonProps {
  id: string
  file: 'invoice' | 'reversal'
  kind?: 'primary' | undefined
  children: ReactNode
}

/** Downloads a PDF. */
export function DownloadButton({ id, file, kind, children }: DownloadButtonProps) {
  const { isBusy, run } = useAction(async () => {
    // a refusal is shown as that of any other call, not as a broken file
    await call(invoiceList, { page: 1, pageSize: 1 })
    const link = document.createElement('a')
    link.href = pageData().site.apiBase + invoiceFile.path + searchOf({ id, file })
    link.download = ''
    link.click()
  })
  return (
    <Button size="small" icon="save" isBusy={isBusy} onClick={run} {...(kind && { kind })}>
      {children}
    </Button>
  )
}
